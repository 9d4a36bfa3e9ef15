// finds not-linear
//! filter medianLinear: The middle one of three, which is no sum.
//! kind   area
//! reach  1
//! law    linear

vec4 medianLinear() {
    vec4 a = pixel(ivec2(-1, 0));
    vec4 b = pixel(ivec2(0));
    vec4 c = pixel(ivec2(1, 0));
    return max(min(a, b), min(max(a, b), c));
}
