// finds loses-alpha fills-transparent
//! filter alphaLost: Returns alpha 1.
//! kind   point

vec4 alphaLost(vec4 color) {
    return vec4(color.rgb, 1.0);
}
