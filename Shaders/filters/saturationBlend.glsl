//! filter saturationBlend: Give the lower picture the upper one's saturation.
//! kind   blend
//! light  signal
//! expect (0.1894645708, 0.1894645708, 0.1894645708, 1), (1, 0, 0, 1) -> (0.1894645708, 0.1894645708, 0.1894645708, 1)
//! expect (0.1894645708, 0.03589682359, 0.03589682359, 1), (0.03589682359, 0.1894645708, 0.03589682359, 1) -> (0.1894645708, 0.03589682359, 0.03589682359, 1)

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

float spread(vec3 color) {
    return max(max(color.r, color.g), color.b) - min(min(color.r, color.g), color.b);
}

// The hue of a colour that is grey within a ten-bit code is noise and counts as none, else it would be blown up; from
// two codes on all of it counts. Codes of colours brighter than white are as much larger.
vec3 withSpread(vec3 color, float wanted) {
    float low = min(min(color.r, color.g), color.b);
    float high = max(max(color.r, color.g), color.b);
    float code = max(max(high, -low), 1.0) / 1024.0;
    float share = clamp((high - low) / code - 1.0, 0.0, 1.0);
    return (color - low) * (share * wanted / max(high - low, code));
}

vec4 saturationBlend(vec4 below, vec4 above) {
    vec3 backdrop = unpremultiplied(below).rgb;
    vec3 source = unpremultiplied(above).rgb;
    vec3 mixed = withLuma(withSpread(backdrop, spread(source)), luma(backdrop));
    return above * (1.0 - below.a) + below * (1.0 - above.a) + vec4(mixed, 1.0) * (below.a * above.a);
}
