// finds half-pixel-off
//! filter halfPixelBlur: Softens by reading between pixels, and moves the picture.
//! kind   area
//! reach 1

vec4 halfPixelBlur() {
    return at(position + vec2(0.5, 0.5));
}
