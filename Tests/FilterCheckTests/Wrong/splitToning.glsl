// finds unpremultiplied-edges
//! filter splitToning: Tints shadows and highlights by how bright premultiplied light is.
//! kind   point
//! param  tint float = 0.25 in 0...1: How much.

vec4 splitToning(vec4 color) {
    float light = max(luminance(color.rgb), 0.0);
    float share = light / (light + 0.5);
    vec3 tone = mix(vec3(0.8, 0.9, 1.2), vec3(1.2, 1.0, 0.7), share);
    return vec4(color.rgb * mix(vec3(1.0), tone, tint), color.a);
}
