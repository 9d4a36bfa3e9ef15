//! filter limiter: Light ends where a setting says.
//! kind   point
//! param  most float = 4 in 0.5...64 [white]: The brightest that remains.

vec4 limiter(vec4 color) {
    vec4 straight = unpremultiplied(color);
    return premultiplied(vec4(min(straight.rgb, vec3(most)), straight.a));
}
