// finds unpremultiplied-edges
//! filter fadedAlpha: Fades alpha, and leaves the colour as it was.
//! kind   point
//! param  amount float = 0.5 in 0...1: How much is left.
//! alpha  changes

vec4 fadedAlpha(vec4 color) {
    return vec4(color.rgb, color.a * amount);
}
