//! filter crt: Rows that are darker in between, by the composition's size.
//! kind   point
//! param  lines int = 3 in 1...6: How many rows of light.
//! param  depth float = 0.3 in 0...1: How dark it is between them.

vec4 crt(vec4 color) {
    float wave = 0.5 + 0.5 * cos(6.2831853 * position.y / size.y * float(lines));
    return vec4(color.rgb * (1.0 - depth * wave), color.a);
}
