//! filter permutedNoise: Gradient noise whose directions come from a permutation polynomial.
//! kind   point
//! param  cells  float = 6 in 1...64: Cells across the height.
//! param  amount float = 0.25 in 0...1: How much light changes.

// x (34 x + 10) permutes the numbers below 289 = 17 * 17: all of it is whole, and exact as floats.
vec4 permuted(vec4 x) {
    vec4 y = x * (34.0 * x + 10.0);
    return y - 289.0 * floor(y / 289.0);
}

float gradientNoise(vec2 at) {
    vec2 cell = floor(at), inside = at - cell;
    vec4 corners = permuted(permuted(cell.x + vec4(0, 1, 0, 1)) + cell.y + vec4(0, 0, 1, 1));
    vec4 turn = corners * (6.2831853 / 289.0);
    vec4 x = inside.x - vec4(0, 1, 0, 1), y = inside.y - vec4(0, 0, 1, 1);
    vec4 slope = cos(turn) * x + sin(turn) * y;
    vec2 t = inside * inside * inside * (inside * (inside * 6.0 - 15.0) + 10.0);
    return mix(mix(slope.x, slope.y, t.x), mix(slope.z, slope.w, t.x), t.y);
}

vec4 permutedNoise(vec4 color) {
    return vec4(color.rgb * (1.0 + amount * gradientNoise(position / size.y * cells)), color.a);
}
