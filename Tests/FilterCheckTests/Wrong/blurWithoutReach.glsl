// finds reads-outside-reach
//! filter blurWithoutReach: An even blur that says it reads nothing but its pixel.
//! kind   area
//! reach  0

vec4 blurWithoutReach() {
    return 0.25 * pixel(ivec2(-2, 0)) + 0.5 * pixel(ivec2(0)) + 0.25 * pixel(ivec2(2, 0));
}
