// finds clips-at-one
//! filter maskClips: Clips where a mask is black.
//! kind   point
//! input  mask: Where highlights stay.

vec4 maskClips(vec4 color, vec4 mask) {
    vec4 clipped = vec4(min(color.rgb, vec3(color.a)), color.a);
    return mix(clipped, color, clamp(mask.g, 0.0, 1.0));
}
