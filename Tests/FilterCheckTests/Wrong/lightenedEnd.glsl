// finds clips-at-one
//! filter lightenedEnd: Adds the upper picture by share, and holds the sum below white by another.
//! kind   blend
//! param  hold float = 0.25 in 0...1: How much of the sum is held.

vec4 lightenedEnd(vec4 below, vec4 above) {
    vec3 sum = unpremultiplied(below).rgb + unpremultiplied(above).rgb;
    vec3 mixed = mix(sum, min(sum, vec3(1.0)), hold);
    return above * (1.0 - below.a) + below * (1.0 - above.a) + vec4(mixed, 1.0) * (below.a * above.a);
}
