// finds weights-off
//! filter wrongWeight: A box of nine pixels, divided by ten.
//! kind   area
//! reach 1

vec4 wrongWeight() {
    vec4 sum = vec4(0.0);
    for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x) {
            sum += pixel(vec2(float(x), float(y)));
        }
    }
    return sum / 10.0;
}
