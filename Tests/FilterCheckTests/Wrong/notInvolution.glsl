// finds law-broken
//! filter notInvolution: Says that twice is nothing.
//! kind   point
//! law involution

vec4 notInvolution(vec4 color) {
    vec4 straight = unpremultiplied(color);
    return premultiplied(vec4(straight.rgb * 1.05, straight.a));
}
