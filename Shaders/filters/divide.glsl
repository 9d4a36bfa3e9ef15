//! filter divide: Divide the lower picture's light by the upper one's, to undo a multiplication.
//! kind   blend
//! light  linear
//! expect (1, 2, 4, 1), (2, 0.5, 1, 1) -> (0.5, 4, 4, 1)
//! expect (0, 0.001, 8, 1), (0, 0, 0.5, 1) -> (0, 1, 16, 1)

// Light below this divides as if it were this, so that black neither divides by zero nor turns light negative.
const float darkest = 0.001;

vec4 divide(vec4 below, vec4 above) {
    vec3 backdrop = unpremultiplied(below).rgb;
    vec3 source = unpremultiplied(above).rgb;
    vec3 mixed = backdrop / max(source, vec3(darkest));
    return above * (1.0 - below.a) + below * (1.0 - above.a) + vec4(mixed, 1.0) * (below.a * above.a);
}
