//! filter swirl: Turn the picture around its middle.
//! kind   warp
//! param amount float = 0.5 in -3...3: Radians in the middle.

vec2 swirl(vec2 place) {
    vec2 away = place - size * 0.5;
    float turn = amount * max(1.0 - length(away / size) * 2.0, 0.0);
    return size * 0.5 + vec2(cos(turn) * away.x - sin(turn) * away.y, sin(turn) * away.x + cos(turn) * away.y);
}
