// finds breaks-above
//! filter breaksAboveHundred: A parabola that turns around at a hundred.
//! kind   point

vec4 breaksAboveHundred(vec4 color) {
    vec4 straight = unpremultiplied(color);
    return premultiplied(vec4(straight.rgb * (1.0 - abs(straight.rgb) / 200.0), straight.a));
}
