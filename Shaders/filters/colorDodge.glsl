//! filter colorDodge: Brighten the lower picture by the upper one until it burns out at the content's peak.
//! kind   blend
//! light  signal
//! expect (0.03589682359, 0.03589682359, 0.03589682359, 1), (0.1894645708, 0.1894645708, 0.1894645708, 1) -> (0.1894645708, 0.1894645708, 0.1894645708, 1)
//! expect (0, 0.1894645708, 1, 1), (1, 1, 0, 1) -> (0, 1, 1, 1)

// Where a divisor would vanish, this stands for it: a tenth of a ten-bit code.
const float least = 0.0001;

// The brightest signal that the content has; the effect stops there, unless the lower picture is already above.
float brightest() { return toSignal(vec3(contentHeadroom)).g; }

vec4 colorDodge(vec4 below, vec4 above) {
    vec3 backdrop = unpremultiplied(below).rgb;
    vec3 source = unpremultiplied(above).rgb;
    // Signal below 0 and above 1 is kept aside and put back.
    vec3 b = clamp(backdrop, 0.0, 1.0);
    vec3 mixed = min(b / max(1.0 - source, vec3(least)), max(vec3(brightest()), b)) + (backdrop - b);
    return above * (1.0 - below.a) + below * (1.0 - above.a) + vec4(mixed, 1.0) * (below.a * above.a);
}
