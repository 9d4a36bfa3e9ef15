//! filter fadedLight: Fade colour and alpha alike.
//! kind   point
//! param  amount float = 0.5 in 0...1: How much is left.
//! alpha  changes

vec4 fadedLight(vec4 color) {
    return color * amount * (position.x / size.x);
}
