// finds breaks-above goes-negative clips-negative
//! filter bleachBypass: Lays grey over colour as SDR's overlay does.
//! kind   point
//! param  amount float = 0.5 in 0...1: How much.

vec3 overlaid(vec3 below, vec3 above) {
    return mix(2.0 * below * above, 1.0 - 2.0 * (1.0 - below) * (1.0 - above), step(0.5, below));
}

vec4 bleachBypass(vec4 color) {
    vec4 straight = unpremultiplied(color);
    vec3 grey = vec3(luminance(straight.rgb));
    return premultiplied(vec4(mix(straight.rgb, overlaid(grey, straight.rgb), amount), straight.a));
}
