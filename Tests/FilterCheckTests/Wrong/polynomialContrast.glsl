// finds breaks-above goes-negative clips-negative
//! filter polynomialContrast: Smoothstep's polynomial, which is only meant for 0...1.
//! kind   point

vec4 polynomialContrast(vec4 color) {
    vec4 straight = unpremultiplied(color);
    return premultiplied(vec4(straight.rgb * straight.rgb * (3.0 - 2.0 * straight.rgb), straight.a));
}
