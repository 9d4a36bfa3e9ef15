// finds breaks-above
//! filter fallsAtEight: A tenth of what is brighter than 8.
//! kind   point

vec4 fallsAtEight(vec4 color) {
    vec4 straight = unpremultiplied(color);
    vec3 light = mix(straight.rgb, 0.1 * straight.rgb, greaterThan(straight.rgb, vec3(8.0)));
    return premultiplied(vec4(light, straight.a));
}
