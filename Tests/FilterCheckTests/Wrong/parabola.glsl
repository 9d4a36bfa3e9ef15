// finds breaks-above
//! filter parabola: A shoulder that falls again above 25.
//! kind   point

vec4 parabola(vec4 color) {
    vec4 straight = unpremultiplied(color);
    return premultiplied(vec4(straight.rgb * max(1.0 - straight.rgb * 0.02, 0.1), straight.a));
}
