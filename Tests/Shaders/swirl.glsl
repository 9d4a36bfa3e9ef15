//! filter swirl: Turn the picture around a point, most in the middle.
//! kind   warp
//! param  center point = center: What it turns around.
//! param  radius float = 200 in 1...2000 [px]: Beyond it nothing turns.
//! param  angle  float = 1 in -6...6 [rad]: How far the middle turns.

vec2 swirl(vec2 at) {
    vec2 d = at - center;
    float r = length(d);
    if (r >= radius)
        return at;
    float t = angle * pow(1.0 - r / radius, 2.0);
    float s = sin(t), c = cos(t);
    return center + mat2(c, s, -s, c) * d;
}
