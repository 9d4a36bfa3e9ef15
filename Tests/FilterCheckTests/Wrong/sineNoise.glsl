// finds loses-precision depends-on-size
//! filter sineNoise: Grain by the sine trick, whose digits no two devices share.
//! kind   point
//! param amount float = 0.5 in 0...1: How much.

vec4 sineNoise(vec4 color) {
    float noise = fract(sin(dot(position, vec2(12.9898, 78.233))) * 43758.5453);
    return vec4(color.rgb * (1.0 - amount * noise), color.a);
}
