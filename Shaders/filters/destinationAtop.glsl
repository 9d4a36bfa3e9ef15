//! filter destinationAtop: Lay the lower picture over the upper one, within the upper one's shape.
//! kind   blend
//! light  linear
//! expect (1, 2, 4, 0.5), (1, 0.5, 0.25, 0.5) -> (1, 1.25, 2.125, 0.5)
//! expect (1, 2, 4, 1), (0, 0, 0, 0) -> (0, 0, 0, 0)

vec4 destinationAtop(vec4 below, vec4 above) {
    return below * above.a + above * (1.0 - below.a);
}
