// finds half-pixel-off
//! filter meanBeside: Means of nine pixels, read between them.
//! kind   area
//! reach  3

vec4 meanBeside() {
    vec2 corner = floor(position / 3.0) * 3.0;
    vec4 sum = vec4(0.0);
    for (int y = 0; y < 3; ++y) {
        for (int x = 0; x < 3; ++x) { sum += at(corner + vec2(x, y)); }
    }
    return sum / 9.0;
}
