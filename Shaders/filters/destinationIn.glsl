//! filter destinationIn: Keep the lower picture where the upper one is: the upper alpha is a mask.
//! kind   blend
//! light  linear
//! expect (4, 2, 1, 1), (1, 2, 4, 0.5) -> (2, 1, 0.5, 0.5)
//! expect (4, 2, 1, 1), (0, 0, 0, 0) -> (0, 0, 0, 0)

vec4 destinationIn(vec4 below, vec4 above) {
    return below * above.a;
}
