//! filter valueNoise: Noise between whole cells, hashed as whole numbers.
//! kind   generate
//! param  scale float = 16 in 2...200 [pixels]: The cells' side.

float cell(ivec2 place) {
    uint v = uint(place.x) * 0x9E3779B9u ^ uint(place.y) * 0x7FEB352Du;
    v = (v ^ (v >> 15)) * 0x846CA68Bu;
    return float((v ^ (v >> 16)) >> 8) / 16777216.0;
}

vec4 valueNoise() {
    vec2 place = position / scale;
    ivec2 whole = ivec2(floor(place));
    vec2 part = place - vec2(whole);
    part = part * part * (3.0 - 2.0 * part);
    float upper = mix(cell(whole), cell(whole + ivec2(1, 0)), part.x);
    float lower = mix(cell(whole + ivec2(0, 1)), cell(whole + ivec2(1, 1)), part.x);
    return vec4(vec3(mix(upper, lower, part.y)), 1.0);
}
