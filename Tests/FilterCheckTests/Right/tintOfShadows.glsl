//! filter tintOfShadows: Tint what is dark, down to nothing.
//! kind   point
//! param  tint vec3 = 1/1/1 in 0...2: The tint.

vec4 tintOfShadows(vec4 color) {
    float light = max(luminance(unpremultiplied(color).rgb), 0.0);
    return vec4(color.rgb * mix(tint, vec3(1.0), light / (light + 1.0)), color.a);
}
