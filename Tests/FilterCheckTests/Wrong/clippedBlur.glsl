// finds clips-negative
//! filter clippedBlur: A mean of three pixels that ends at 0.
//! kind   area
//! reach  1

vec4 clippedBlur() {
    vec4 sum = pixel(vec2(-1.0, 0.0)) + pixel(vec2(0.0)) + pixel(vec2(1.0, 0.0));
    return max(sum / 3.0, vec4(0.0));
}
