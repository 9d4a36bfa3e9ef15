//! filter multiply: Filter one picture's light through the other, as a slide through a slide.
//! kind   blend
//! light  linear
//! expect (1, 2, 4, 1), (0.5, 0.5, 2, 1) -> (0.5, 1, 8, 1)
//! expect (1, 0.5, 0, 0.5), (0.5, 0, 0, 0.5) -> (1.25, 0.25, 0, 0.75)

vec4 multiply(vec4 below, vec4 above) {
    return above * (1.0 - below.a) + below * (1.0 - above.a) + below * above;
}
