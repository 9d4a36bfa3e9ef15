//! filter overlay: Raise contrast by the upper picture: dark parts of the lower one are multiplied, bright ones screened.
//! kind   blend
//! light  signal
//! expect (0.03589682359, 0.03589682359, 0.03589682359, 1), (0.1894645708, 0.1894645708, 0.1894645708, 1) -> (0.03589682359, 0.03589682359, 0.03589682359, 1)
//! expect (0.5013569413, 0.03589682359, 1, 1), (0.1894645708, 0.03589682359, 0, 1) -> (0.5013569413, 0.006801176276, 1, 1)

vec3 screened(vec3 a, vec3 b) {
    vec3 low = 1.0 - (1.0 - min(a, vec3(1.0))) * (1.0 - min(b, vec3(1.0)));
    return low + max(max(a, b) - 1.0, vec3(0.0));
}

vec4 overlay(vec4 below, vec4 above) {
    vec3 backdrop = unpremultiplied(below).rgb;
    vec3 source = unpremultiplied(above).rgb;
    // Hard light with the pictures exchanged.
    vec3 mixed = screened(source * min(2.0 * backdrop, vec3(1.0)), max(2.0 * backdrop - 1.0, vec3(0.0)));
    return above * (1.0 - below.a) + below * (1.0 - above.a) + vec4(mixed, 1.0) * (below.a * above.a);
}
