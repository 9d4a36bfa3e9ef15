// finds depends-on-size
//! filter fixedBlur: A blur of nine pixels, whatever the resolution, and says nothing of it.
//! kind   area

vec4 fixedBlur() {
    vec4 sum = vec4(0.0);
    for (int x = -4; x <= 4; ++x) { sum += pixel(vec2(float(x), 0.0)); }
    return sum / 9.0;
}
