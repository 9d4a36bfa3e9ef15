// finds reads-outside-reach
//! filter reachAtHigh: Reads as far as a setting says, and admits ten pixels.
//! kind   area
//! param  apart float = 2 in 0...20 [pixels]: How far.
//! reach  min(apart, 10.0)

vec4 reachAtHigh() {
    return 0.5 * (at(position + vec2(apart, 0.0)) + at(position - vec2(apart, 0.0)));
}
