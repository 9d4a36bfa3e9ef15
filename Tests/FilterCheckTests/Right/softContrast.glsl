//! filter softContrast: Contrast by a power around a grey, held where black is, in the signal.
//! kind   point
//! light  signal
//! param  amount float = 0 in -1...1: Less, or more.
//! law    identity when amount = 0

vec4 softContrast(vec4 color) {
    vec4 straight = unpremultiplied(color);
    vec3 gain = pow(max(abs(straight.rgb) / 0.4, vec3(0.0001)), vec3(0.5 * amount));
    return premultiplied(vec4(straight.rgb * gain, straight.a));
}
