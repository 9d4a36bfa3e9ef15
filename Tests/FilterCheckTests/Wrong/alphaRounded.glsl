// finds loses-alpha
//! filter alphaRounded: Takes what is nearly opaque for opaque.
//! kind   point

vec4 alphaRounded(vec4 color) {
    return vec4(color.rgb, color.a > 0.95 ? 1.0 : color.a);
}
