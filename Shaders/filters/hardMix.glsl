//! filter hardMix: Reduce each channel to nothing or the content's peak: full where both signals make up a white.
//! kind   blend
//! light  signal
//! expect (0.1894645708, 0.1894645708, 0.1894645708, 1), (0.03589682359, 0.03589682359, 0.03589682359, 1) -> (0, 0, 0, 1)
//! expect (0.5013569413, 0.03589682359, 1, 1), (0.1894645708, 0.1894645708, 0.1894645708, 1) -> (1, 0, 1, 1)

vec4 hardMix(vec4 below, vec4 above) {
    vec3 backdrop = unpremultiplied(below).rgb;
    vec3 source = unpremultiplied(above).rgb;
    // The content's peak, as signal, is what counts as full. White over black lies on the edge, and the
    // black of a bright colour is only so to a hundredth: the edge is that much lower, so that every device agrees.
    float brightest = toSignal(vec3(contentHeadroom)).g;
    vec3 mixed = brightest * step(vec3(0.984375), backdrop + source);
    return above * (1.0 - below.a) + below * (1.0 - above.a) + vec4(mixed, 1.0) * (below.a * above.a);
}
