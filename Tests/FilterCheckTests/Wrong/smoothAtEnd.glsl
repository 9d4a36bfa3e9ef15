// finds clips-at-one clips-negative
//! filter smoothAtEnd: An S-curve laid over by share, whole only at the right end of its range.
//! kind   point
//! param  share float = 0.25 in 0...1: How much of the curve.

vec4 smoothAtEnd(vec4 color) {
    vec4 straight = unpremultiplied(color);
    vec3 curve = smoothstep(vec3(0.0), vec3(1.0), straight.rgb);
    return premultiplied(vec4(mix(straight.rgb, curve, share), straight.a));
}
