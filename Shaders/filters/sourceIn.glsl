//! filter sourceIn: Keep the upper picture where the lower one is, and nothing else.
//! kind   blend
//! light  linear
//! expect (1, 2, 4, 0.5), (4, 2, 1, 1) -> (2, 1, 0.5, 0.5)
//! expect (0, 0, 0, 0), (4, 2, 1, 1) -> (0, 0, 0, 0)

vec4 sourceIn(vec4 below, vec4 above) {
    return above * below.a;
}
