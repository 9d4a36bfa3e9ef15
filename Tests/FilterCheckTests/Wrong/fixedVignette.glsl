// finds depends-on-size
//! filter fixedVignette: A vignette measured for pictures of 1920 columns.
//! kind   point

vec4 fixedVignette(vec4 color) {
    vec2 away = position / vec2(64.0, 48.0) - 0.5;
    return vec4(color.rgb * max(1.0 - dot(away, away), 0.1), color.a);
}
