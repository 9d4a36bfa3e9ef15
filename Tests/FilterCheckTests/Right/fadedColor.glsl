//! filter fadedColor: Weaken colour, warm what remains, and lift by a gain.
//! kind   point
//! param  amount float = 0.7 in 0...1: How much colour remains.
//! param  gain float = 1 in 0...4: How bright.

vec4 fadedColor(vec4 color) {
    return vec4(mix(vec3(luminance(color.rgb)), color.rgb, amount) * gain, color.a);
}
