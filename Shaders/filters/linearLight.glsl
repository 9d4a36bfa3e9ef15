//! filter linearLight: Darken or brighten by twice the upper picture's distance from mid-grey.
//! kind   blend
//! light  signal
//! expect (0.1894645708, 0.1894645708, 0.1894645708, 1), (0.3236771501, 0.3236771501, 0.3236771501, 1) -> (0.5013569413, 0.5013569413, 0.5013569413, 1)
//! expect (0.03589682359, 0.5013569413, 0.1894645708, 1), (0.03589682359, 0.5013569413, 0.1894645708, 1) -> (0, 1, 0.1894645708, 1)

// The brightest signal that the content has; the effect stops there, unless the lower picture is already above.
float brightest() { return toSignal(vec3(contentHeadroom)).g; }

vec4 linearLight(vec4 below, vec4 above) {
    vec3 backdrop = unpremultiplied(below).rgb;
    vec3 source = unpremultiplied(above).rgb;
    // Signal below 0 and above 1 is kept aside and put back.
    vec3 b = clamp(backdrop, 0.0, 1.0);
    vec3 mixed = clamp(b + 2.0 * source - 1.0, vec3(0.0), max(vec3(brightest()), b)) + (backdrop - b);
    return above * (1.0 - below.a) + below * (1.0 - above.a) + vec4(mixed, 1.0) * (below.a * above.a);
}
