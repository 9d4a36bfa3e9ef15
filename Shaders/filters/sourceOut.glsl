//! filter sourceOut: Keep the upper picture where the lower one is not, and nothing else.
//! kind   blend
//! light  linear
//! expect (1, 2, 4, 0.75), (4, 2, 1, 1) -> (1, 0.5, 0.25, 0.25)
//! expect (1, 2, 4, 1), (4, 2, 1, 1) -> (0, 0, 0, 0)

vec4 sourceOut(vec4 below, vec4 above) {
    return above * (1.0 - below.a);
}
