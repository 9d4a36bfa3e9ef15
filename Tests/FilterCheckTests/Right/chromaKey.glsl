//! filter chromaKey: Make what is green transparent, and take the green that spilled.
//! kind   point
//! param  hardness float = 3 in 0.5...8: How sharp its edge is.
//! alpha  changes

vec4 chromaKey(vec4 color) {
    vec4 straight = unpremultiplied(color);
    float other = max(straight.r, straight.b);
    float key = clamp(hardness * (straight.g - other) / max(abs(straight.g), 0.01), 0.0, 1.0);
    straight.g = min(straight.g, max(other, straight.g * (1.0 - key)));
    return premultiplied(vec4(straight.rgb, straight.a * (1.0 - key)));
}
