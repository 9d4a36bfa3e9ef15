//! filter stillTint: Tint by the mean colour of a still.
//! kind   point
//! param  swatch image: Where the colour comes from.

vec4 stillTint(vec4 color) {
    vec3 tint = max(swatch(vec2(0.5)).rgb, vec3(0.0));
    return vec4(color.rgb * tint / max(luminance(tint), 0.001), color.a);
}
