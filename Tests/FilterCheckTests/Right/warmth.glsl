//! filter warmth: Mix channels: a sum of light stays a sum.
//! kind   point
//! param amount float = 0.1 in 0...1: How warm.
//! law    linear
//! law    identity when amount = 0

vec4 warmth(vec4 color) {
    return vec4(color.r + amount * 0.25 * color.g, color.g, color.b * (1.0 - 0.5 * amount), color.a);
}
