//! filter darken: Keep the darker of both in each channel.
//! kind   blend
//! light  linear
//! expect (1, 2, 4, 1), (3, 1, 4, 1) -> (1, 1, 4, 1)
//! expect (1, 0, 0, 0.5), (0.5, 0.5, 0, 0.5) -> (1, 0.25, 0, 0.75)

// Written for premultiplied colour: both alphas are factors of the result, so nothing is divided.
vec4 darken(vec4 below, vec4 above) {
    return above * (1.0 - below.a) + below * (1.0 - above.a) + min(below * above.a, above * below.a);
}
