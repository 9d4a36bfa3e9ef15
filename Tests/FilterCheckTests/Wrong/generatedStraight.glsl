// finds unpremultiplied-edges
//! filter generatedStraight: A disc whose colour is not multiplied by its alpha.
//! kind   generate
//! alpha  changes

vec4 generatedStraight() {
    float away = length(position - 0.5 * size) / size.y;
    return vec4(2.0, 1.0, 0.25, clamp((0.4 - away) * 8.0, 0.0, 1.0));
}
