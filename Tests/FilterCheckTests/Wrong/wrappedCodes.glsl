// finds breaks-above
//! filter wrappedCodes: Light that begins anew at 3, as bytes do.
//! kind   point

vec4 wrappedCodes(vec4 color) {
    vec4 straight = unpremultiplied(color);
    return premultiplied(vec4(mod(straight.rgb, 3.0), straight.a));
}
