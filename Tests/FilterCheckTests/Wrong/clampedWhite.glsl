// finds clips-at-one clips-negative
//! filter clampedWhite: Saturates the colour, as 8-bit code does.
//! kind   point

vec4 clampedWhite(vec4 color) {
    vec4 straight = unpremultiplied(color);
    return premultiplied(vec4(clamp(straight.rgb, 0.0, 1.0), straight.a));
}
