//! filter oddPower: A power that turns around black, so that negative light stays what it is.
//! kind   point
//! param  power float = 1.5 in 1...3: The exponent.
//! law    monotone

vec4 oddPower(vec4 color) {
    vec4 straight = unpremultiplied(color);
    return premultiplied(vec4(straight.rgb * pow(max(abs(straight.rgb), vec3(0.000001)), vec3(power - 1.0)), straight.a));
}
