//! filter xor: Keep each picture where the other one is not.
//! kind   blend
//! light  linear
//! expect (1, 2, 4, 0.5), (4, 2, 1, 0.75) -> (2.25, 1.5, 1.5, 0.5)
//! expect (1, 2, 4, 1), (4, 2, 1, 1) -> (0, 0, 0, 0)

vec4 xor(vec4 below, vec4 above) {
    return above * (1.0 - below.a) + below * (1.0 - above.a);
}
