//! filter glowingFade: Turn a picture into light that is added.
//! kind   point
//! param  amount float = 0.5 in 0...1: How much still covers.
//! alpha  changes
//! intends unpremultiplied-edges: Light is added to what lies below.

vec4 glowingFade(vec4 color) {
    return vec4(color.rgb, color.a * amount);
}
