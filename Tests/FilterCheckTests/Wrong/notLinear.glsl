// finds not-linear
//! filter notLinear: Says that it is linear, and bends highlights.
//! kind   point
//! law linear

vec4 notLinear(vec4 color) {
    vec4 straight = unpremultiplied(color);
    return premultiplied(vec4(straight.rgb / (1.0 + 0.1 * abs(straight.rgb)), straight.a));
}
