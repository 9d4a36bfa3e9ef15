// finds unpremultiplied-edges
//! filter keyedAlpha: Makes green transparent, and leaves the green.
//! kind   point
//! param  width float = 0.2 in 0...1: How soft the key is.
//! alpha  changes

vec4 keyedAlpha(vec4 color) {
    float green = color.g - max(color.r, color.b);
    return vec4(color.rgb, color.a * (1.0 - smoothstep(0.0, 0.01 + width, green)));
}
