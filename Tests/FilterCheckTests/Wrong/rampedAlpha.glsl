// finds unpremultiplied-edges
//! filter rampedAlpha: Fades to the left, straight, after a gain.
//! kind   point
//! alpha  changes

vec4 rampedAlpha(vec4 color) {
    return vec4(1.5 * color.rgb, color.a * position.x / size.x);
}
