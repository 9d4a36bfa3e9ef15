//! filter valueNoise: Film-like grain from several octaves of value noise.
//! kind   point
//! param  amount float = 0.1 in 0...1: How far the grain moves the light.
//! param  scale  float = 8 in 1...64 [px]: Size of the largest grain.
//! param  octaves int = 4 in 1...6: Layers of grain.

// Whole-number hash: the same on every device.
uint hash(uvec2 p) {
    uint h = p.x * 0x9E3779B1u ^ p.y * 0x85EBCA77u;
    h ^= h >> 15;
    h *= 0x2C1B3C6Du;
    h ^= h >> 12;
    h *= 0x297A2D39u;
    return h ^ (h >> 15);
}

float cell(ivec2 p) { return float(hash(uvec2(p)) >> 8) / 16777216.0; }

float noise(vec2 p) {
    vec2 whole = floor(p);
    vec2 f = p - whole;
    f = f * f * (3.0 - 2.0 * f);
    ivec2 i = ivec2(whole);
    return mix(mix(cell(i), cell(i + ivec2(1, 0)), f.x), mix(cell(i + ivec2(0, 1)), cell(i + ivec2(1)), f.x), f.y);
}

float fbm(vec2 p) {
    float sum = 0.0, weight = 0.5;
    for (int i = 0; i < octaves; i++) {
        sum += weight * noise(p);
        p = p * 2.0 + 17.0;
        weight *= 0.5;
    }
    return sum;
}

vec4 valueNoise(vec4 color) {
    float grain = fbm(position / scale) - 0.5;
    return vec4(color.rgb * (1.0 + amount * grain), color.a);
}
