// finds not-finite goes-negative
//! filter dodgeByZero: Divides by what is left to white.
//! kind   blend

vec4 dodgeByZero(vec4 below, vec4 above) {
    vec3 mixed = unpremultiplied(below).rgb / (1.0 - unpremultiplied(above).rgb);
    return above * (1.0 - below.a) + below * (1.0 - above.a) + vec4(mixed, 1.0) * (below.a * above.a);
}
