// finds depends-on-size
//! filter fixedBox: A mean of 33 pixels in a row, whatever the resolution.
//! kind   area
//! reach  16

vec4 fixedBox() {
    vec4 sum = vec4(0.0);
    for (int x = -16; x <= 16; ++x) { sum += pixel(ivec2(x, 0)); }
    return sum / 33.0;
}
