// finds clips-negative
//! filter clippedBelow: Takes colours outside the gamut for mistakes.
//! kind   point

vec4 clippedBelow(vec4 color) {
    return vec4(max(color.rgb, vec3(0.0)), color.a);
}
