// finds clips-at-one unpremultiplied-edges
//! filter clampedPremultiplied: Clamps before alpha is divided out.
//! kind   point

vec4 clampedPremultiplied(vec4 color) {
    return vec4(min(color.rgb, vec3(1.0)), color.a);
}
