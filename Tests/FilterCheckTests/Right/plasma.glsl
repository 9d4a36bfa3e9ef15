//! filter plasma: Waves of colour, of sines whose errors stay small.
//! kind   generate
//! phase  roll = 0.25 per second

vec4 plasma() {
    vec2 p = position / size * 6.2831853;
    float v = sin(p.x + 6.2831853 * roll) + sin(p.y * 2.0) + sin(p.x + p.y);
    return vec4(0.5 + 0.5 * cos(v + vec3(0.0, 2.0, 4.0)), 1.0);
}
