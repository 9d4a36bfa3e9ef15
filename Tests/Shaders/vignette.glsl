//! filter vignette: Darken towards the corners, by the distance from the middle.
//! kind   point
//! param  strength float = 0.5 in 0...1: How dark the corners get.
//! param  roundness float = 1 in 0...1: 0 follows the picture's shape, 1 is a circle.
//! law    identity when strength = 0

#define SQ(x) ((x) * (x))

vec4 vignette(vec4 color) {
    vec2 uv = position / size;
    uv -= vec2(0.5);
    uv *= mix(vec2(1.0), vec2(size.x / size.y, 1.0), roundness);
    float d = SQ(uv.x) + SQ(uv.y);
    color.rgb *= 1.0 - strength * min(d * 2.0, 1.0);
    return color;
}
