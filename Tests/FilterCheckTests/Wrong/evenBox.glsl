// finds half-pixel-off
//! filter evenBox: A box of an even number of pixels, which has no middle one.
//! kind   area
//! reach  1
//! alpha  changes

vec4 evenBox() {
    return 0.25 * (pixel(ivec2(0)) + pixel(ivec2(-1, 0)) + pixel(ivec2(0, -1)) + pixel(ivec2(-1)));
}
