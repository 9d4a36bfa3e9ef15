// finds breaks-above
//! filter breaksAboveFour: Ends at four times white, wherever the content ends.
//! kind   point

vec4 breaksAboveFour(vec4 color) {
    vec4 straight = unpremultiplied(color);
    return premultiplied(vec4(min(straight.rgb, vec3(4.0)), straight.a));
}
