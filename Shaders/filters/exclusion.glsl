//! filter exclusion: Like difference, but softer: mid-grey leaves nothing but grey.
//! kind   blend
//! light  signal
//! expect (0.5013569413, 0.5013569413, 0.5013569413, 1), (0.1894645708, 0.1894645708, 0.1894645708, 1) -> (0.1894645708, 0.1894645708, 0.1894645708, 1)
//! expect (1, 0.1894645708, 0, 1), (0.03589682359, 0.03589682359, 0.03589682359, 1) -> (0.5013569413, 0.1894645708, 0.03589682359, 1)

vec4 exclusion(vec4 below, vec4 above) {
    vec3 backdrop = unpremultiplied(below).rgb;
    vec3 source = unpremultiplied(above).rgb;
    vec3 b = min(backdrop, vec3(1.0));
    vec3 s = min(source, vec3(1.0));
    vec3 mixed = b + s - 2.0 * b * s + (backdrop - b) + (source - s);
    return above * (1.0 - below.a) + below * (1.0 - above.a) + vec4(mixed, 1.0) * (below.a * above.a);
}
