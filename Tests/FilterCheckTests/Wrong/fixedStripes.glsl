// finds depends-on-size
//! filter fixedStripes: Half of the picture darker, at 1920 pixels.
//! kind   point

vec4 fixedStripes(vec4 color) {
    return position.x / 1920.0 > 0.5 ? color : vec4(0.5 * color.rgb, color.a);
}
