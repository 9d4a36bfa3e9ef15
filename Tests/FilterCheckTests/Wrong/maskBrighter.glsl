// finds goes-negative
//! filter maskBrighter: Darkens by a mask that may be brighter than white.
//! kind   point
//! input  mask: Where it is darker.

vec4 maskBrighter(vec4 color, vec4 mask) {
    return vec4(color.rgb * (1.0 - 0.5 * mask.r), color.a);
}
