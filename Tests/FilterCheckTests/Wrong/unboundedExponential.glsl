// finds overflows not-finite
//! filter unboundedExponential: An exponential of light.
//! kind   point

vec4 unboundedExponential(vec4 color) {
    vec4 straight = unpremultiplied(color);
    return premultiplied(vec4(exp2(straight.rgb) - 1.0, straight.a));
}
