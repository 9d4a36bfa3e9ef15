//! filter gaussianBlur: Soften the picture by a Gaussian.
//! kind   area
//! param  sigma float = 2 in 0...64 [pixels]: Standard deviation; the blur reaches three times as far.
//! pass   across
//! pass   down
//! reach  3 * sigma + 1
//! show   sigma = 2
//! law    identity when sigma = 0
//! law    constantKept

// Three standard deviations of the widest blur.
const int most = 192;

vec4 blur(vec2 direction) {
    int reach = int(3.0 * sigma + 0.99);
    float falloff = -0.7213475204444817 / max(sigma * sigma, 1e-6);
    vec4 sum = pixel(vec2(0.0));
    float total = 1.0;
    for (int i = 1; i <= most; ++i) {
        if (i > reach) { break; }
        float away = float(i);
        float weight = exp2(falloff * away * away);
        sum += weight * (pixel(direction * away) + pixel(-direction * away));
        total += 2.0 * weight;
    }
    return sum / total;
}

vec4 across() { return blur(vec2(1.0, 0.0)); }

vec4 down() { return blur(vec2(0.0, 1.0)); }
