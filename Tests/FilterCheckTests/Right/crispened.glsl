//! filter crispened: Sharpens light and leaves alpha alone; no further than the neighbours and the pixel's cover.
//! kind   area
//! param  amount float = 0.75 in 0...2: How much.
//! reach  1
//! law    identity when amount = 0

vec4 crispened() {
    vec4 own = pixel(ivec2(0));
    vec4 up = pixel(ivec2(0, -1));
    vec4 down = pixel(ivec2(0, 1));
    vec4 left = pixel(ivec2(-1, 0));
    vec4 right = pixel(ivec2(1, 0));
    vec3 sharp = own.rgb + amount * (own.rgb - 0.25 * (up + down + left + right).rgb);
    vec3 least = min(min(min(up.rgb, down.rgb), min(left.rgb, right.rgb)), own.rgb);
    vec3 most = max(max(max(up.rgb, down.rgb), max(left.rgb, right.rgb)), own.rgb);
    return vec4(clamp(sharp, least, most), own.a);
}
