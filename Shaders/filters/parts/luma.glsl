// What the blend modes of hue, saturation, colour and luminosity share: W3C Compositing and Blending 1, section 10, made
// fit for signals above white and below black.

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
