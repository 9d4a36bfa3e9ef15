// finds unpremultiplied-edges
//! filter keptAlphaBlur: Blurs light and leaves alpha as it was: a dark rim inside, and light outside.
//! kind   area
//! reach  2

vec4 keptAlphaBlur() {
    vec3 sum = vec3(0.0);
    for (int y = -2; y <= 2; ++y) {
        for (int x = -2; x <= 2; ++x) { sum += pixel(ivec2(x, y)).rgb; }
    }
    return vec4(sum / 25.0, pixel(ivec2(0)).a);
}
