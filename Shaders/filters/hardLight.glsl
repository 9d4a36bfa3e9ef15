//! filter hardLight: Shine the upper picture on the lower one harshly: below half it multiplies, above half it screens.
//! kind   blend
//! light  signal
//! expect (0.1894645708, 0.1894645708, 0.1894645708, 1), (0.03589682359, 0.03589682359, 0.03589682359, 1) -> (0.03589682359, 0.03589682359, 0.03589682359, 1)
//! expect (0.1894645708, 0.03589682359, 1, 1), (0.5013569413, 0.1894645708, 0.5013569413, 1) -> (0.5013569413, 0.03589682359, 1, 1)

vec3 screened(vec3 a, vec3 b) {
    vec3 low = 1.0 - (1.0 - min(a, vec3(1.0))) * (1.0 - min(b, vec3(1.0)));
    return low + max(max(a, b) - 1.0, vec3(0.0));
}

vec4 hardLight(vec4 below, vec4 above) {
    vec3 backdrop = unpremultiplied(below).rgb;
    vec3 source = unpremultiplied(above).rgb;
    // Where the upper picture is at half, the product has become the lower one and the screen has not begun.
    vec3 mixed = screened(backdrop * min(2.0 * source, vec3(1.0)), max(2.0 * source - 1.0, vec3(0.0)));
    return above * (1.0 - below.a) + below * (1.0 - above.a) + vec4(mixed, 1.0) * (below.a * above.a);
}
