// finds clips-negative
//! filter blackFloor: Makes greys, and of what is darker than black, black.
//! kind   point

vec4 blackFloor(vec4 color) {
    return vec4(vec3(max(luminance(color.rgb), 0.0)), color.a);
}
