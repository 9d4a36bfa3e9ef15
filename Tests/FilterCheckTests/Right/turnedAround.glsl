//! filter turnedAround: Turn around a place that can be moved off the centre.
//! kind   warp
//! param  beside float = 0.5 in -4...4 [pixels]: How far to the right of the centre.

vec2 turnedAround(vec2 place) {
    vec2 middle = 0.5 * size + vec2(beside, 0.0);
    vec2 away = place - middle;
    return middle + vec2(0.8 * away.x - 0.6 * away.y, 0.6 * away.x + 0.8 * away.y);
}
