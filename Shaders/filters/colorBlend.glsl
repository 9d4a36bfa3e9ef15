//! filter colorBlend: Give the lower picture the upper one's hue and saturation.
//! kind   blend
//! light  signal
//! expect (0.1894645708, 0.1894645708, 0.1894645708, 1), (0.1894645708, 0.03589682359, 0.03589682359, 1) -> (0.4023738742, 0.1351311859, 0.1351311859, 1)
//! expect (0.1894645708, 0.03589682359, 0.006801176276, 1), (0.03589682359, 0.03589682359, 0.03589682359, 1) -> (0.05934848962, 0.05934848962, 0.05934848962, 1)

#include "parts/luma.glsl"

vec4 colorBlend(vec4 below, vec4 above) {
    vec3 backdrop = unpremultiplied(below).rgb;
    vec3 source = unpremultiplied(above).rgb;
    vec3 mixed = withLuma(source, luma(backdrop));
    return above * (1.0 - below.a) + below * (1.0 - above.a) + vec4(mixed, 1.0) * (below.a * above.a);
}
