//! filter sourceAtop: Lay the upper picture over the lower one, within the lower one's shape.
//! kind   blend
//! light  linear
//! expect (1, 0.5, 0.25, 0.5), (1, 2, 4, 0.5) -> (1, 1.25, 2.125, 0.5)
//! expect (0, 0, 0, 0), (1, 2, 4, 1) -> (0, 0, 0, 0)

vec4 sourceAtop(vec4 below, vec4 above) {
    return above * below.a + below * (1.0 - above.a);
}
