//! filter glowAround: A glow that reaches beyond what glows, as light does, and covers as much.
//! kind   area
//! param  amount float = 0.5 in 0...2: How much.
//! reach  2
//! alpha  changes

vec4 glowAround() {
    vec4 own = pixel(ivec2(0));
    vec4 sum = vec4(0.0);
    for (int y = -2; y <= 2; ++y) {
        for (int x = -2; x <= 2; ++x) { sum += pixel(ivec2(x, y)); }
    }
    vec4 glow = sum / 25.0;
    return vec4(own.rgb + amount * glow.rgb, own.a + glow.a * (1.0 - own.a) * min(amount, 1.0));
}
