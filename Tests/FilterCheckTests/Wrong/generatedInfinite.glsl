// finds not-finite
//! filter generatedInfinite: A glow that divides by the distance, which is nothing in the middle.
//! kind   generate

vec4 generatedInfinite() {
    return vec4(vec3(0.1 / length(position / size.y - 0.5 * size / size.y)), 1.0);
}
