// finds clear-edges
//! filter wrongEdge: Reads nothing outside the picture, so that borders darken.
//! kind   area
//! reach 1

vec4 wrongEdge() {
    vec4 sum = vec4(0.0);
    for (int x = -1; x <= 1; ++x) {
        sum += texelOrClear(position + vec2(float(x), 0.0));
    }
    return sum / 3.0;
}
