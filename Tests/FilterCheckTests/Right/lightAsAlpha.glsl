//! filter lightAsAlpha: Take the brightest channel for alpha, as flames on black are cut out.
//! kind   point
//! alpha  changes

vec4 lightAsAlpha(vec4 color) {
    return vec4(color.rgb, clamp(max(color.r, max(color.g, color.b)), 0.0, color.a));
}
