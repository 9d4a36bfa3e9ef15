//! filter meanTiles: Means of nine pixels.
//! kind   area
//! reach  2

vec4 meanTiles() {
    vec2 corner = floor(position / 3.0) * 3.0;
    vec4 sum = vec4(0.0);
    for (int y = 0; y < 3; ++y) {
        for (int x = 0; x < 3; ++x) { sum += at(corner + vec2(x, y) + 0.5); }
    }
    return sum / 9.0;
}
