//! filter posterized: Few steps of light, going on above white.
//! kind   point
//! param  steps float = 4.3 in 1.7...32: How many up to white.

vec4 posterized(vec4 color) {
    vec4 straight = unpremultiplied(color);
    return premultiplied(vec4(floor(straight.rgb * steps + 0.37) / steps, straight.a));
}
