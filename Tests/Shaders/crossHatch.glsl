//! filter crossHatch: Pencil strokes, one more direction for each step of darkness.
//! kind   point
//! param  spacing int = 6 in 3...30 [px]: Distance of the strokes.

bool stroke(ivec2 p, int direction) {
    int line = 0;
    switch (direction) {
        case 0: line = p.x + p.y; break;
        case 1: line = p.x - p.y; break;
        case 2: line = p.x; break;
        case 3: line = p.y;
    }
    return (line % spacing + spacing) % spacing == 0;
}

vec4 crossHatch(vec4 color) {
    float y = color.a > 0.0 ? luminance(color.rgb) / color.a : 1.0;
    const float levels[4] = { 0.8, 0.55, 0.35, 0.15 };
    float ink = 0.0;
    for (int i = 0; i < levels.length() && ink < 1.0; ++i) {
        if (y < levels[i] && stroke(ivec2(position), i)) ink += 1.0;
    }
    return vec4(vec3(1.0 - ink) * color.a, color.a);
}
