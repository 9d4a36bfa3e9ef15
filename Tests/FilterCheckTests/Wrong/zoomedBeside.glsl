// finds half-pixel-off
//! filter zoomedBeside: Twice as large, around a pixel's corner.
//! kind   warp

vec2 zoomedBeside(vec2 place) {
    vec2 middle = floor(size * 0.5);
    return middle + (place - middle - 0.5) * 0.5;
}
