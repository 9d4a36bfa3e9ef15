// finds goes-negative
//! filter contrast: Contrast around a fixed grey, straight through black.
//! kind   point
//! param amount float = 1 in 0...4: 1 leaves the picture as it is.
//! law identity when amount = 1

vec4 contrast(vec4 color) {
    vec4 straight = unpremultiplied(color);
    return premultiplied(vec4((straight.rgb - 0.18) * amount + 0.18, straight.a));
}
