//! filter destinationOut: Cut the upper picture's shape out of the lower one.
//! kind   blend
//! light  linear
//! expect (4, 2, 1, 1), (1, 2, 4, 0.75) -> (1, 0.5, 0.25, 0.25)
//! expect (4, 2, 1, 1), (1, 2, 4, 1) -> (0, 0, 0, 0)

vec4 destinationOut(vec4 below, vec4 above) {
    return below * (1.0 - above.a);
}
