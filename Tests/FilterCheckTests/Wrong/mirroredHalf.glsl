// finds half-pixel-off
//! filter mirroredHalf: Mirrors left and right, half a pixel off.
//! kind   warp

vec2 mirroredHalf(vec2 place) {
    return vec2(size.x - 0.5 - place.x, place.y);
}
