//! filter plus: Add the light of both pictures, as two projectors on one screen.
//! kind   blend
//! light  linear
//! expect (1, 2, 4, 1), (2, 1, 0.5, 1) -> (3, 3, 4.5, 1)
//! expect (0.25, 0, 0, 0.25), (0, 0.5, 0, 0.5) -> (0.25, 0.5, 0, 0.75)

vec4 plus(vec4 below, vec4 above) {
    return vec4(below.rgb + above.rgb, min(below.a + above.a, 1.0));
}
