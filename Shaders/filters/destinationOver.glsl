//! filter destinationOver: Lay the lower picture over the upper one.
//! kind   blend
//! light  linear
//! expect (0.5, 0, 0.25, 0.5), (1, 2, 4, 1) -> (1, 1, 2.25, 1)
//! expect (1, 2, 4, 1), (0.5, 0, 0.25, 0.5) -> (1, 2, 4, 1)

vec4 destinationOver(vec4 below, vec4 above) {
    return below + above * (1.0 - below.a);
}
