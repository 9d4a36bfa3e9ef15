//! filter average: The mean of both pictures, laid over.
//! kind   blend

vec4 average(vec4 below, vec4 above) {
    vec3 mixed = 0.5 * (unpremultiplied(below).rgb + unpremultiplied(above).rgb);
    return above * (1.0 - below.a) + below * (1.0 - above.a) + vec4(mixed, 1.0) * (below.a * above.a);
}
