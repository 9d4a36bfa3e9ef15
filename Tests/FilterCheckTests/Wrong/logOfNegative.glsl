// finds not-finite
//! filter logOfNegative: A logarithm that ends at -1.
//! kind   point

vec4 logOfNegative(vec4 color) {
    vec4 straight = unpremultiplied(color);
    return premultiplied(vec4(log2(1.0 + straight.rgb), straight.a));
}
