// finds half-pixel-off
//! filter glitchOffset: Shifts bands of rows aside; where nothing is shifted, a rest of the rounding is.
//! kind   warp
//! param  amount float = 0 in 0...32 [pixels]: How far.

vec2 glitchOffset(vec2 place) {
    float band = floor(place.y / 8.0);
    float side = fract(band * 0.618) - 0.5;
    return vec2(floor(place.x) + 0.125 + amount * side, place.y);
}
