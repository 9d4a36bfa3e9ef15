//! filter maskedSoften: Soften where a mask is white.
//! kind   area
//! input  mask: White softens.
//! reach  1
//! law    constantKept

vec4 maskedSoften() {
    float share = clamp(mask_pixel(vec2(0.0)).r, 0.0, 1.0) * 0.2;
    vec4 around = pixel(vec2(1.0, 0.0)) + pixel(vec2(-1.0, 0.0)) + pixel(vec2(0.0, 1.0)) + pixel(vec2(0.0, -1.0));
    return pixel(vec2(0.0)) * (1.0 - 4.0 * share) + around * share;
}
