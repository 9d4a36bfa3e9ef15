// finds half-pixel-off
//! filter halfPixelWarp: Takes pixel corners for centres.
//! kind   warp

vec2 halfPixelWarp(vec2 place) {
    return floor(place);
}
