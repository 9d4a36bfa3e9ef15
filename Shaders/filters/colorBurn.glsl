//! filter colorBurn: Darken the lower picture by the upper one, keeping white and what is brighter.
//! kind   blend
//! light  signal
//! expect (0.5013569413, 0.5013569413, 0.5013569413, 1), (0.1894645708, 0.1894645708, 0.1894645708, 1) -> (0.1894645708, 0.1894645708, 0.1894645708, 1)
//! expect (1, 0.1894645708, 0.03589682359, 1), (0, 0, 1, 1) -> (1, 0, 0.03589682359, 1)

// Where a divisor would vanish, this stands for it: a tenth of a ten-bit code.
const float least = 0.0001;

// What a signal lacks to white. Less than a quarter of a ten-bit code is rounding and counts as nothing, so that white
// stays white under black; from half a code on all of it counts.
vec3 lack(vec3 signal) {
    vec3 distance = 1.0 - signal;
    return max(min(distance, 2.0 * distance - 0.00048828125), vec3(0.0));
}

vec4 colorBurn(vec4 below, vec4 above) {
    vec3 backdrop = unpremultiplied(below).rgb;
    vec3 source = unpremultiplied(above).rgb;
    // Signal below 0 and above 1 is kept aside and put back.
    vec3 b = clamp(backdrop, 0.0, 1.0);
    vec3 mixed = 1.0 - min(lack(b) / max(source, vec3(least)), vec3(1.0)) + (backdrop - b);
    return above * (1.0 - below.a) + below * (1.0 - above.a) + vec4(mixed, 1.0) * (below.a * above.a);
}
