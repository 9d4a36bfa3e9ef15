// finds clips-negative
//! filter mirroredPower: A gamma of the magnitude, which forgets the sign.
//! kind   point
//! param  power float = 1.2 in 0.5...2: The exponent.

vec4 mirroredPower(vec4 color) {
    vec4 straight = unpremultiplied(color);
    return premultiplied(vec4(pow(abs(straight.rgb), vec3(power)), straight.a));
}
