//! filter luminosity: Give the lower picture the upper one's brightness.
//! kind   blend
//! light  signal
//! expect (0.1894645708, 0.1894645708, 0.1894645708, 1), (0.1894645708, 0.03589682359, 0.03589682359, 1) -> (0.06283135909, 0.06283135909, 0.06283135909, 1)
//! expect (0.1894645708, 0.03589682359, 0.006801176276, 1), (0.03589682359, 0.03589682359, 0.03589682359, 1) -> (0.1407324491, 0.01898877485, 0.001508300383, 1)

// Keeps divisors from vanishing where a colour is grey.
const float least = 0.000001;

// Luma by the weights of the composition's primaries: converting them to BT.2020 leaves what luminance needs.
float luma(vec3 signal) { return luminance(fromCompositionPrimaries(signal)); }

float brightest() { return toSignal(vec3(contentHeadroom)).g; }

// The colour moved to a luma, then drawn in towards it where a channel would be negative or above the content's peak.
vec3 withLuma(vec3 color, float wanted) {
    // What sets the colour apart from grey, by itself: that of a grey is nothing, whatever the luma.
    vec3 chroma = color - luma(color);
    float low = min(min(chroma.r, chroma.g), chroma.b);
    float high = max(max(chroma.r, chroma.g), chroma.b);
    float down = clamp(wanted / max(-low, least), 0.0, 1.0);
    float up = clamp((max(brightest(), wanted) - wanted) / max(high, least), 0.0, 1.0);
    return wanted + chroma * min(down, up);
}

vec4 luminosity(vec4 below, vec4 above) {
    vec3 backdrop = unpremultiplied(below).rgb;
    vec3 source = unpremultiplied(above).rgb;
    vec3 mixed = withLuma(backdrop, luma(source));
    return above * (1.0 - below.a) + below * (1.0 - above.a) + vec4(mixed, 1.0) * (below.a * above.a);
}
