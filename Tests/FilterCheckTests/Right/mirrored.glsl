//! filter mirrored: Left and right exchanged.
//! kind   warp

vec2 mirrored(vec2 place) {
    return vec2(size.x - place.x, place.y);
}
