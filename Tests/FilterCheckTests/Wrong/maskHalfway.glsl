// finds unpremultiplied-edges
//! filter maskHalfway: A curve on premultiplied light where a mask is neither black nor white.
//! kind   point
//! input  mask: Where the curve works.

vec4 maskHalfway(vec4 color, vec4 mask) {
    vec3 light = abs(color.rgb);
    float share = clamp(4.0 * mask.r * (1.0 - mask.r), 0.0, 1.0);
    return vec4(mix(color.rgb, sign(color.rgb) * sqrt(light * (light + 0.25)), share), color.a);
}
