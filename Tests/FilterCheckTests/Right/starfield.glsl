//! filter starfield: A star in each cell, as bright as HDR has it.
//! kind   generate
//! param  cell float = 12 in 4...64 [pixels]: How far apart stars are.
//! param  light float = 16 in 0...64: How bright.
//! phase  twinkle = 1/2 per second

vec4 starfield() {
    vec2 away = fract(position / cell) - 0.5;
    float glow = max(1.0 - 4.0 * length(away), 0.0);
    return vec4(vec3(0.8, 0.9, 1.0) * light * glow * glow * (0.75 + 0.25 * sin(6.2831853 * twinkle)), 1.0);
}
