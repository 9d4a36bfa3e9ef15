//! filter checkers: Fields of two levels of light, eight across.
//! kind   generate
//! param  low float = 0.1 in 0...64: Light of the dark fields.
//! param  high float = 2 in 0...64: Light of the bright fields.

vec4 checkers() {
    vec2 fields = floor((position + 0.015625) / size.y * 8.0);
    return vec4(vec3(fract((fields.x + fields.y) * 0.5 + 0.25) < 0.5 ? low : high), 1.0);
}
