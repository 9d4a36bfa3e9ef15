//! filter over: Lay the upper picture over the lower one.
//! kind   blend
//! light  linear
//! expect (1, 2, 4, 1), (0.5, 0, 0.25, 0.5) -> (1, 1, 2.25, 1)
//! expect (0.25, 0, 0, 0.5), (2, 1, 0, 0.5) -> (2.125, 1, 0, 0.75)

vec4 over(vec4 below, vec4 above) {
    return above + below * (1.0 - above.a);
}
