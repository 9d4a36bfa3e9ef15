//! filter glowBox: Soften by a mean over two passes.
//! kind   area
//! param radius int = 2 in 0...8 [pixels]: How far.
//! pass   across
//! pass   down
//! reach  radius
//! law    constantKept
//! law    linear

vec4 mean(vec2 direction) {
    vec4 sum = vec4(0.0);
    for (int i = -8; i <= 8; ++i) {
        if (abs(i) <= radius) { sum += pixel(direction * float(i)); }
    }
    return sum / float(2 * radius + 1);
}

vec4 across() { return mean(vec2(1.0, 0.0)); }

vec4 down() { return mean(vec2(0.0, 1.0)); }
