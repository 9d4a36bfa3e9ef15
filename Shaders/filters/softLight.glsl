//! filter softLight: Shine the upper picture on the lower one softly.
//! kind   blend
//! light  signal
//! expect (0.03589682359, 0.03589682359, 0.03589682359, 1), (1, 1, 1, 1) -> (0.1894645708, 0.1894645708, 0.1894645708, 1)
//! expect (0.1894645708, 0.5013569413, 0.03589682359, 1), (0, 0.1894645708, 0.03589682359, 1) -> (0.03589682359, 0.5013569413, 0.01161898156, 1)

float lit(float b) { return b > 0.25 ? sqrt(b) : ((16.0 * b - 12.0) * b + 4.0) * b; }

vec4 softLight(vec4 below, vec4 above) {
    vec3 backdrop = unpremultiplied(below).rgb;
    vec3 source = unpremultiplied(above).rgb;
    // Signal below 0 and above 1 takes no part and is kept.
    vec3 b = clamp(backdrop, 0.0, 1.0);
    vec3 s = clamp(source, 0.0, 1.0);
    vec3 darker = min(2.0 * s - 1.0, vec3(0.0)) * b * (1.0 - b);
    vec3 lighter = max(2.0 * s - 1.0, vec3(0.0)) * (vec3(lit(b.r), lit(b.g), lit(b.b)) - b);
    vec3 mixed = backdrop + darker + lighter;
    return above * (1.0 - below.a) + below * (1.0 - above.a) + vec4(mixed, 1.0) * (below.a * above.a);
}
