// finds fills-transparent unpremultiplied-edges
//! filter liftedBlack: Adds light to pixels that are not there.
//! kind   point
//! param lift float = 0.05 in 0.01...0.5: How much.

vec4 liftedBlack(vec4 color) {
    return vec4(color.rgb + lift, color.a);
}
