//! filter halftone: Newspaper dots, whose size follows the luminance.
//! kind   point
//! param  pitch float = 6 in 2...40 [px]: Distance of the dots.
//! param  angle float = 45 in -180...180 [deg]: Direction of the rows.

#define ROTATE(p, a) (mat2(cos(a), -sin(a), sin(a), cos(a)) * (p))

vec4 halftone(vec4 color) {
    if (color.a <= 0.0) { return color; }
    float y = clamp(luminance(color.rgb / color.a), 0.0, 1.0);
    vec2 p = ROTATE(position, radians(angle)) / pitch;
    vec2 cell = p - floor(p) - 0.5;
    float radius = sqrt(1.0 - y) * 0.7;
    float ink = 1.0 - smoothstep(radius - 0.1, radius + 0.1, length(cell));
    return vec4(vec3(1.0 - ink) * color.a, color.a);
}
