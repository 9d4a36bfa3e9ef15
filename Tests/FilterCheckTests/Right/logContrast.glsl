//! filter logContrast: Contrast around a grey, by a power, so that black stays black.
//! kind   point
//! param amount float = 1 in 0.25...2: 1 leaves the picture as it is.
//! law    identity when amount = 1
//! law    monotone

vec4 logContrast(vec4 color) {
    vec4 straight = unpremultiplied(color);
    vec3 gain = pow(max(abs(straight.rgb) / 0.18, vec3(0.000001)), vec3(amount - 1.0));
    return premultiplied(vec4(straight.rgb * gain, straight.a));
}
