//! filter markBelow: Paint what is below black.
//! kind   point

vec4 markBelow(vec4 color) {
    bool isBelow = color.r < -0.0009 || color.g < -0.0009 || color.b < -0.0009;
    return isBelow ? vec4(1.0, 0.0, 1.0, 1.0) * color.a : color;
}
