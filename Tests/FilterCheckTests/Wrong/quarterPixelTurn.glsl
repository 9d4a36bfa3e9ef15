// finds half-pixel-off
//! filter quarterPixelTurn: Turns around a place that lies a quarter of a pixel beside, and back around the middle.
//! kind   warp
//! param  angle float = 0 in -180...180 [degrees]: How far.

vec2 quarterPixelTurn(vec2 place) {
    vec2 away = place - 0.5 * size + vec2(0.25, -0.25);
    float c = cos(radians(angle));
    float s = sin(radians(angle));
    return 0.5 * size + vec2(c * away.x - s * away.y, s * away.x + c * away.y);
}
