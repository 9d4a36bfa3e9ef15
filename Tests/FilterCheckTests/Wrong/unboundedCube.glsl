// finds overflows
//! filter unboundedCube: The third power, which content drives past what halves hold.
//! kind   point

vec4 unboundedCube(vec4 color) {
    vec4 straight = unpremultiplied(color);
    return premultiplied(vec4(straight.rgb * straight.rgb * straight.rgb, straight.a));
}
