// finds unpremultiplied-edges
//! filter dilated: The brightest of three pixels, whatever they cover.
//! kind   area
//! reach  1

vec4 dilated() {
    vec3 most = max(max(pixel(ivec2(-1, 0)).rgb, pixel(ivec2(1, 0)).rgb), pixel(ivec2(0)).rgb);
    return vec4(most, pixel(ivec2(0)).a);
}
