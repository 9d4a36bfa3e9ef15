// finds unpremultiplied-edges
//! filter straightMultiply: Multiplies colours and forgets to weigh them with alpha.
//! kind   blend

vec4 straightMultiply(vec4 below, vec4 above) {
    vec3 mixed = unpremultiplied(below).rgb * unpremultiplied(above).rgb;
    return vec4(mixed, below.a + above.a - below.a * above.a);
}
