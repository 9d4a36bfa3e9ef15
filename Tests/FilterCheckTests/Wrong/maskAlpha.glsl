// finds loses-alpha
//! filter maskAlpha: Takes a clear mask's alpha where there is none.
//! kind   area
//! input  mask: What is kept.
//! reach  1

vec4 maskAlpha() {
    vec4 color = pixel(vec2(0.0));
    return color * mask_pixel(vec2(0.0)).a;
}
