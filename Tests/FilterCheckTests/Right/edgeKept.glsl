//! filter edgeKept: A blur whose weights fall with the difference of light.
//! kind   area
//! param  range float = 0.2 in 0.01...2: How different neighbours may be.
//! reach  2

vec4 edgeKept() {
    vec4 own = pixel(ivec2(0));
    vec4 sum = vec4(0.0);
    float weights = 0.0;
    for (int y = -2; y <= 2; ++y) {
        for (int x = -2; x <= 2; ++x) {
            vec4 other = pixel(ivec2(x, y));
            vec4 away = other - own;
            float weight = exp(-float(x * x + y * y) / 8.0) / (1.0 + dot(away, away) / (range * range));
            sum += weight * other;
            weights += weight;
        }
    }
    return sum / weights;
}
