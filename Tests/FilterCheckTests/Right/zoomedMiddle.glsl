//! filter zoomedMiddle: Twice as large, around the middle pixel.
//! kind   warp

vec2 zoomedMiddle(vec2 place) {
    vec2 middle = floor(size * 0.5) + 0.5;
    return middle + (place - middle) * 0.5;
}
