// Colour divided by its alpha; transparent pixels become transparent black.
vec4 unpremultiplied(vec4 color) {
    return color.a == 0.0 ? vec4(0.0) : vec4(color.rgb / color.a, color.a);
}

// Colour multiplied by its alpha.
vec4 premultiplied(vec4 color) {
    return vec4(color.rgb * color.a, color.a);
}
