//! filter hue: Give the lower picture the upper one's hue.
//! kind   blend
//! light  signal
//! expect (0.1894645708, 0.1894645708, 0.1894645708, 1), (1, 0, 0, 1) -> (0.1894645708, 0.1894645708, 0.1894645708, 1)
//! expect (0.1894645708, 0.03589682359, 0.03589682359, 1), (0.03589682359, 0.1894645708, 0.03589682359, 1) -> (0.009901373562, 0.1083749624, 0.009901373562, 1)

#include "parts/luma.glsl"
#include "parts/spread.glsl"

vec4 hue(vec4 below, vec4 above) {
    vec3 backdrop = unpremultiplied(below).rgb;
    vec3 source = unpremultiplied(above).rgb;
    vec3 mixed = withLuma(withSpread(source, spread(backdrop)), luma(backdrop));
    return above * (1.0 - below.a) + below * (1.0 - above.a) + vec4(mixed, 1.0) * (below.a * above.a);
}
