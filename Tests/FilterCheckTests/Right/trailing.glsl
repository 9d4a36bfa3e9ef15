//! filter trailing: A trail to one side, as of a slow shutter; shorter further away.
//! kind   area
//! reach  3
//! alpha  changes

vec4 trailing() {
    return 0.5 * pixel(ivec2(0)) + 0.25 * pixel(ivec2(-1, 0)) + 0.15 * pixel(ivec2(-2, 0)) + 0.1 * pixel(ivec2(-3, 0));
}
