// finds half-pixel-off
//! filter turnedHalf: Turns upside down as if centres were whole numbers.
//! kind   warp

vec2 turnedHalf(vec2 place) {
    return size - 1.0 - place + 0.5;
}
