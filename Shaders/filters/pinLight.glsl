//! filter pinLight: Keep the lower picture within bounds: at most twice the upper one, at least that less white.
//! kind   blend
//! light  signal
//! expect (0.1894645708, 0.1894645708, 0.1894645708, 1), (0.006801176276, 0.006801176276, 0.006801176276, 1) -> (0.03589682359, 0.03589682359, 0.03589682359, 1)
//! expect (0.03589682359, 0.1894645708, 0.5013569413, 1), (0.5013569413, 0.1894645708, 0.1894645708, 1) -> (0.1894645708, 0.1894645708, 0.5013569413, 1)

vec4 pinLight(vec4 below, vec4 above) {
    vec3 backdrop = unpremultiplied(below).rgb;
    vec3 source = unpremultiplied(above).rgb;
    // Signal below 0 and above 1 is kept aside and put back.
    vec3 b = clamp(backdrop, 0.0, 1.0);
    vec3 mixed = max(min(b, 2.0 * source), 2.0 * source - 1.0) + (backdrop - b);
    return above * (1.0 - below.a) + below * (1.0 - above.a) + vec4(mixed, 1.0) * (below.a * above.a);
}
