// finds goes-negative
//! filter generatedNegative: A ramp that falls below black on its right side.
//! kind   generate

vec4 generatedNegative() {
    return vec4(vec3(0.75 - position.x / size.x), 1.0);
}
