//! filter handHeld: A camera that nobody holds still.
//! kind   warp
//! param  strength float = 1 in 0...8 [pixels]: How far it goes.
//! phase  sway = 1/2 per second

vec2 handHeld(vec2 place) {
    float turn = 6.2831853 * sway;
    return place + strength * vec2(sin(turn + 0.4), 0.5 * cos(2.0 * turn + 1.1));
}
