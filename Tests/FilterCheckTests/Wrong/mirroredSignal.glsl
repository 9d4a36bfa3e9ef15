// finds clips-negative
//! filter mirroredSignal: A gamma of the signal's magnitude, mixed with the signal.
//! kind   point
//! light  signal
//! param  power float = 1.25 in 0.5...2: The exponent.

vec4 mirroredSignal(vec4 color) {
    vec4 straight = unpremultiplied(color);
    vec3 bent = pow(abs(straight.rgb), vec3(power));
    return premultiplied(vec4(0.9 * bent + 0.1 * straight.rgb, straight.a));
}
