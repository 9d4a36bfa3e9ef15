// finds clips-at-one clips-negative
//! filter clampedCodes: Goes through sRGB codes in 0...1.
//! kind   point
//! param gain float = 1 in 0.5...2: Contrast of the codes.

vec4 clampedCodes(vec4 color) {
    vec4 straight = unpremultiplied(color);
    return premultiplied(vec4(srgbToLight(clamp(gain * lightToSRGB(straight.rgb), 0.0, 1.0)), straight.a));
}
