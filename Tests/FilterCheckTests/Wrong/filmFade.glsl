// finds clips-at-one clips-negative
//! filter filmFade: A faded print: three looks, one of which is a table of bytes.
//! kind   point
//! param  look choice = none of none print bytes: Which one.

vec4 filmFade(vec4 color) {
    vec4 straight = unpremultiplied(color);
    vec3 light = straight.rgb;
    if (look == look_print) { light = light * 0.9 + 0.02; }
    if (look == look_bytes) { light = floor(clamp(light, 0.0, 1.0) * 255.0) / 255.0; }
    return premultiplied(vec4(light, straight.a));
}
