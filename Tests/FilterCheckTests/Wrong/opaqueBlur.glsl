// finds loses-alpha fills-transparent unpremultiplied-edges
//! filter opaqueBlur: A blur that returns alpha 1.
//! kind   area
//! reach 1

vec4 opaqueBlur() {
    vec4 sum = vec4(0.0);
    for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x) {
            sum += pixel(vec2(float(x), float(y)));
        }
    }
    return vec4(sum.rgb / 9.0, 1.0);
}
