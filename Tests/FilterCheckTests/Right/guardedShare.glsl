//! filter guardedShare: Divides, takes roots and logarithms where their guards let it, and nowhere else.
//! kind   point

float bent(float x) { return x > 0.0 ? exp2(log2(x) * 1.1) : x; }

vec4 guardedShare(vec4 color) {
    vec4 straight = unpremultiplied(color);
    float most = max(straight.r, max(straight.g, straight.b));
    float least = min(straight.r, min(straight.g, straight.b));
    float range = most - least;
    float hue = 0.0;
    if (range > 1e-6) { hue = (straight.g - straight.b) / range; }
    float share = most > 0.0 ? range / most : 0.0;
    float angle = range > 0.01 ? atan(straight.g - least, straight.r - least) : 0.0;
    vec3 graded = vec3(bent(straight.r), bent(straight.g), bent(straight.b));
    return premultiplied(vec4(graded * (1.0 + 0.05 * clamp(share, 0.0, 1.0) + 0.01 * sin(hue + angle)), straight.a));
}
