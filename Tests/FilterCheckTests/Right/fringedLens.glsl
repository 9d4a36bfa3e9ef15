//! filter fringedLens: Red and blue are drawn apart to the corners; alpha is the mean of the three.
//! kind   area
//! param  apart float = 1.5 in -8...8 [pixels]: How far, in a corner.
//! reach  abs(apart) + 1
//! alpha  changes
//! law    identity when apart = 0

vec4 fringedLens() {
    vec2 way = (position - 0.5 * size) / max(length(0.5 * size), 1.0) * apart;
    vec4 red = at(position + way);
    vec4 green = at(position);
    vec4 blue = at(position - way);
    return vec4(red.r, green.g, blue.b, (red.a + green.a + blue.a) / 3.0);
}
