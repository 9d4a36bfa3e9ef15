// finds goes-negative
//! filter negativeLobes: A kernel whose outer weights are negative, up and down.
//! kind   area
//! reach  2
//! law    constantKept
//! alpha  changes

vec4 negativeLobes() {
    vec4 near = pixel(vec2(0.0, -1.0)) + pixel(vec2(0.0, 1.0));
    vec4 far = pixel(vec2(0.0, -2.0)) + pixel(vec2(0.0, 2.0));
    return 0.625 * pixel(vec2(0.0)) + 0.25 * near - 0.0625 * far;
}
