// finds loses-alpha
//! filter generatedAlpha: A disc whose alpha goes beyond one in its middle.
//! kind   generate
//! alpha  changes

vec4 generatedAlpha() {
    float cover = max(0.0, (0.4 - length(position - 0.5 * size) / size.y) * 8.0);
    return vec4(vec3(min(cover, 1.0)), cover);
}
