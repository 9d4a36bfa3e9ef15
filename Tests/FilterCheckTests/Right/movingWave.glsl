//! filter movingWave: Waves that run down the picture.
//! kind warp
//! param amplitude float = 4 in 0...8 [pixels]: How far the crests lie to the side.
//! phase roll = 2 per second
//! law identity when amplitude = 0

vec2 movingWave(vec2 place) {
    return place + vec2(amplitude * sin(6.2831853 * roll + place.y * 0.2), 0.0);
}
