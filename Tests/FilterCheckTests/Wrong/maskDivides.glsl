// finds not-finite
//! filter maskDivides: Divides by a mask, which may be black.
//! kind   point
//! input  mask: How bright the light was.

vec4 maskDivides(vec4 color, vec4 mask) {
    return vec4(color.rgb / mask.r, color.a);
}
