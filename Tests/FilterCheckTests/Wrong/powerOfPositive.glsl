// finds clips-negative
//! filter powerOfPositive: A gamma that is saved from negative light by clipping it.
//! kind   point
//! param  power float = 1.5 in 1...3: The exponent.

vec4 powerOfPositive(vec4 color) {
    vec4 straight = unpremultiplied(color);
    return premultiplied(vec4(pow(max(straight.rgb, vec3(0.0)), vec3(power)), straight.a));
}
