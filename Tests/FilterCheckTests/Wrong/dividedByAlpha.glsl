// finds not-finite
//! filter dividedByAlpha: Divides by alpha, which may be 0.
//! kind   point

vec4 dividedByAlpha(vec4 color) {
    vec3 light = color.rgb / color.a;
    return vec4(light * 2.0 * color.a, color.a);
}
