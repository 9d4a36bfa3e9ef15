// finds loses-alpha clips-negative
//! filter blackKey: Makes black transparent, and does not say so.
//! kind   point

vec4 blackKey(vec4 color) {
    return max(color.r, max(color.g, color.b)) <= 0.0 ? vec4(0.0) : color;
}
