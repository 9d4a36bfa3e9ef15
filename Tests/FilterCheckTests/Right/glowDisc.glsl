//! filter glowDisc: A soft disc of light on nothing.
//! kind   generate
//! param  light float = 4 in 0...64: How bright its middle is.
//! alpha  changes

vec4 glowDisc() {
    float cover = clamp((0.45 - length(position - 0.5 * size) / size.y) * 4.0, 0.0, 1.0);
    return vec4(vec3(1.0, 0.75, 0.5) * light, 1.0) * cover;
}
