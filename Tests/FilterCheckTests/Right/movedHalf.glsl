//! filter movedHalf: Move the picture, by half a pixel unless something else is asked for.
//! kind   warp
//! param  by vec2 = 0.5/0.5 in -64...64 [pixels]: How far.
//! law    identity when by = 0/0

vec2 movedHalf(vec2 place) {
    return place - by;
}
