//! filter relativeVignette: Darken towards the corners.
//! kind   point
//! param amount float = 0.5 in 0...1: How much.

vec4 relativeVignette(vec4 color) {
    vec2 away = position / size - 0.5;
    return vec4(color.rgb * (1.0 - amount * dot(away, away)), color.a);
}
