//! filter spreadKept: Roots, powers and arcs of what clamps, squares and magnitudes keep where they have a value.
//! kind   point

vec4 spreadKept(vec4 color) {
    vec4 straight = unpremultiplied(color);
    vec3 direction = normalize(max(abs(straight.rgb), vec3(1e-5)));
    float angle = acos(clamp(dot(direction, vec3(0.577350269)), -1.0, 1.0));
    float mean = (straight.r + straight.g + straight.b) / 3.0;
    float square = (straight.r * straight.r + straight.g * straight.g + straight.b * straight.b) / 3.0;
    float spread = sqrt(max(square - mean * mean, 0.0));
    float away = length(straight.rgb - vec3(mean)) + distance(straight.rg, straight.gb);
    vec3 rest3 = straight.rgb - mean;
    float folded = pow(abs(straight.r - straight.g), 0.7) + sqrt(dot(rest3, rest3));
    float rest = 1.0 - clamp(spread, 0.0, 1.0);
    float near = sqrt(rest) + pow(smoothstep(0.1, 0.9, rest), 0.5) + sqrt(1.0 - rest * rest);
    return premultiplied(vec4(straight.rgb * (1.0 + 0.01 * (angle + spread / (1.0 + spread) + away / (1.0 + away) + folded / (1.0 + folded) + near)), straight.a));
}
