// finds clips-at-one unpremultiplied-edges
//! filter clampedSum: Adds two pictures and clamps the sum.
//! kind   blend

vec4 clampedSum(vec4 below, vec4 above) {
    return min(below + above, vec4(1.0));
}
