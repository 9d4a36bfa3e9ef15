//! filter turnedOver: Upside down, and left and right exchanged.
//! kind   warp

vec2 turnedOver(vec2 place) {
    return size - place;
}
