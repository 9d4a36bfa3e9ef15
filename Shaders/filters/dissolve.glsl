//! filter dissolve: Fade from the lower picture to the upper one.
//! kind   blend
//! param  amount float = 0.5 in 0...1: 0 is the lower picture, 1 the upper one.
//! param  space choice = linear of linear signal: Mix light, as a lens dissolve does, or the composition's codes, as older editors do.
//! expect (4, 0, 1, 1), (0, 2, 1, 1) -> (2, 1, 1, 1)
//! expect amount = 0.25: (4, 0, 0, 1), (0, 0, 0, 0) -> (3, 0, 0, 0.75)
//! expect amount = 0.5, space = signal: (0, 0, 0, 1), (1, 1, 1, 1) -> (0.18946457081379975, 0.18946457081379975, 0.18946457081379975, 1)

vec4 codes(vec4 color) {
    vec4 straight = unpremultiplied(color);
    return premultiplied(vec4(toSignal(straight.rgb), straight.a));
}

vec4 dissolve(vec4 below, vec4 above) {
    if (space == space_linear) { return mix(below, above, amount); }
    vec4 straight = unpremultiplied(mix(codes(below), codes(above), amount));
    return premultiplied(vec4(toLight(straight.rgb), straight.a));
}
