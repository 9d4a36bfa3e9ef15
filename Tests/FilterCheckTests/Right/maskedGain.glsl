//! filter maskedGain: Brighten where a mask is white, by whatever the mask is made of.
//! kind   point
//! param  gain float = 2 in 0...8: How much.
//! input  mask: White brightens.

vec4 maskedGain(vec4 color, vec4 mask) {
    return vec4(color.rgb * mix(1.0, gain, clamp(mask.r, 0.0, 1.0)), color.a);
}
