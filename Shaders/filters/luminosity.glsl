//! filter luminosity: Give the lower picture the upper one's brightness.
//! kind   blend
//! light  signal
//! expect (0.1894645708, 0.1894645708, 0.1894645708, 1), (0.1894645708, 0.03589682359, 0.03589682359, 1) -> (0.06283135909, 0.06283135909, 0.06283135909, 1)
//! expect (0.1894645708, 0.03589682359, 0.006801176276, 1), (0.03589682359, 0.03589682359, 0.03589682359, 1) -> (0.1407324491, 0.01898877485, 0.001508300383, 1)

#include "parts/luma.glsl"

vec4 luminosity(vec4 below, vec4 above) {
    vec3 backdrop = unpremultiplied(below).rgb;
    vec3 source = unpremultiplied(above).rgb;
    vec3 mixed = withLuma(backdrop, luma(source));
    return above * (1.0 - below.a) + below * (1.0 - above.a) + vec4(mixed, 1.0) * (below.a * above.a);
}
