// finds clips-negative
//! filter clippedOver: Lays one picture over the other, and ends both at 0.
//! kind   blend

vec4 clippedOver(vec4 below, vec4 above) {
    return max(above, vec4(0.0)) + max(below, vec4(0.0)) * (1.0 - above.a);
}
