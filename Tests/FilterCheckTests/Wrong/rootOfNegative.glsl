// finds not-finite
//! filter rootOfNegative: A square root of whatever comes.
//! kind   point

vec4 rootOfNegative(vec4 color) {
    vec4 straight = unpremultiplied(color);
    return premultiplied(vec4(sqrt(straight.rgb), straight.a));
}
