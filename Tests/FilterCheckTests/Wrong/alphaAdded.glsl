// finds loses-alpha fills-transparent
//! filter alphaAdded: Adds to alpha.
//! kind   point

vec4 alphaAdded(vec4 color) {
    return vec4(color.rgb, min(color.a + 0.1, 1.0));
}
