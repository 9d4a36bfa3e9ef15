//! filter barrel: Bend lines outwards; what the lens does not see is nothing.
//! kind   warp
//! param  bend float = 0.125 in -0.4...0.4: How much.
//! outside clear
//! alpha  changes
//! law    identity when bend = 0

vec2 barrel(vec2 place) {
    vec2 away = (place - 0.5 * size) / length(0.5 * size);
    return 0.5 * size + away * length(0.5 * size) * (1.0 + bend * dot(away, away));
}
