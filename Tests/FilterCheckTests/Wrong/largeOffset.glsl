// finds loses-precision
//! filter largeOffset: Rounds by adding a large number and taking it away.
//! kind   point

vec4 largeOffset(vec4 color) {
    vec4 straight = unpremultiplied(color);
    return premultiplied(vec4((straight.rgb + 1048576.0) - 1048576.0, straight.a));
}
