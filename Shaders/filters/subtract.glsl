//! filter subtract: Take the upper picture's light from the lower one; the result may be negative.
//! kind   blend
//! light  linear
//! intends goes-negative: What is taken away may be more than what is there; the difference is kept.
//! expect (1, 2, 4, 1), (3, 1, 4, 1) -> (-2, 1, 0, 1)
//! expect (1, 0, 0, 0.5), (0.5, 0.5, 0, 0.5) -> (1, 0, 0, 0.75)

// Written for premultiplied colour: both alphas are factors of the result, so nothing is divided.
vec4 subtract(vec4 below, vec4 above) {
    return above * (1.0 - below.a) + below * (1.0 - above.a) + vec4(below.rgb * above.a - above.rgb * below.a, below.a * above.a);
}
