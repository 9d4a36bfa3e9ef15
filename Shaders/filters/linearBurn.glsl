//! filter linearBurn: Darken by adding both signals and taking one white away.
//! kind   blend
//! light  signal
//! expect (0.5013569413, 0.5013569413, 0.5013569413, 1), (0.1894645708, 0.1894645708, 0.1894645708, 1) -> (0.03589682359, 0.03589682359, 0.03589682359, 1)
//! expect (0.1894645708, 1, 0.03589682359, 1), (0.03589682359, 0.1894645708, 1, 1) -> (0, 0.1894645708, 0.03589682359, 1)

vec4 linearBurn(vec4 below, vec4 above) {
    vec3 backdrop = unpremultiplied(below).rgb;
    vec3 source = unpremultiplied(above).rgb;
    // Signal below 0 and above 1 is kept aside and put back.
    vec3 b = clamp(backdrop, 0.0, 1.0);
    vec3 mixed = max(b + source - 1.0, vec3(0.0)) + (backdrop - b);
    return above * (1.0 - below.a) + below * (1.0 - above.a) + vec4(mixed, 1.0) * (below.a * above.a);
}
