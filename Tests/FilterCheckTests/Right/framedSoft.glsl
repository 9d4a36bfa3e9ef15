//! filter framedSoft: A slight blur in a dark frame.
//! kind   area
//! param  side float = 2 in 0...8 [pixels]: How wide the frame is.
//! reach  2

vec4 framedSoft() {
    vec4 soft = 0.25 * pixel(ivec2(-2, 0)) + 0.5 * pixel(ivec2(0)) + 0.25 * pixel(ivec2(2, 0));
    vec2 away = min(position, size - position);
    return min(away.x, away.y) < side ? vec4(0.5 * soft.rgb, soft.a) : soft;
}
