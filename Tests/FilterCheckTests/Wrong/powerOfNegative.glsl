// finds not-finite
//! filter powerOfNegative: A gamma that forgets colours outside the gamut.
//! kind   point
//! param power float = 0.45 in 0.2...3: The exponent.

vec4 powerOfNegative(vec4 color) {
    vec4 straight = unpremultiplied(color);
    return premultiplied(vec4(pow(straight.rgb, vec3(power)), straight.a));
}
