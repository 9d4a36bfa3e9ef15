// finds weights-off law-broken
//! filter wrongKernel: A Gaussian whose weights were typed in with a slip.
//! kind   area
//! reach 2
//! law constantKept

vec4 wrongKernel() {
    vec4 sum = 0.4 * pixel(vec2(0.0));
    sum += 0.24 * (pixel(vec2(1.0, 0.0)) + pixel(vec2(-1.0, 0.0)));
    sum += 0.08 * (pixel(vec2(2.0, 0.0)) + pixel(vec2(-2.0, 0.0)));
    return sum;
}
