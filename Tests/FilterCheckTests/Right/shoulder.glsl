//! filter shoulder: Roll highlights off so that they never pass a peak.
//! kind   point
//! param  knee float = 0.8 in 0...1: Where the curve leaves the diagonal.
//! param  peak float = 4 in 1...64: Brightest value, in multiples of reference white.
//! law    monotone
//! expect knee = 0.5, peak = 2: (0.25, 0.25, 0.25, 1) -> (0.25, 0.25, 0.25, 1)

float rolled(float value) {
    float over = max(value - knee, 0.0);
    float room = max(peak - knee, 0.0001);
    return min(value, knee) + room * over / (room + over);
}

vec4 shoulder(vec4 color) {
    vec4 straight = unpremultiplied(color);
    return premultiplied(vec4(rolled(straight.r), rolled(straight.g), rolled(straight.b), straight.a));
}
