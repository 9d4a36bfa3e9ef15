//! filter mixByMask: Show the upper picture where a mask is white, the lower one where it is black.
//! kind   blend
//! input  mask: Greys between black and white mix the two; it lies top-left, pixel by pixel.
//! param  measure choice = code of code light alpha: What counts: the grey as painted (sRGB), its light, or its alpha.
//! param  inverted bool = false: Black shows the upper picture.
//! show   measure = light
//! expect measure = light: (1, 2, 4, 1), (0, 0, 8, 1), (0.25, 0.25, 0.25, 1) -> (0.75, 1.5, 5, 1)
//! expect measure = alpha, inverted = true: (1, 2, 4, 1), (0, 0, 8, 0.5), (0, 0, 0, 0.25) -> (0.25, 0.5, 7, 0.625)
//! expect (1, -1, 4, 1), (3, 1, 0, 1), (0.21404114048223255, 0.21404114048223255, 0.21404114048223255, 1) -> (2, 0, 2, 1)

float shown(vec4 picture) {
    if (measure == measure_alpha) { return clamp(picture.a, 0.0, 1.0); }
    float light = clamp(luminance(picture.rgb), 0.0, 1.0);
    return measure == measure_light ? light : lightToSRGB(vec3(light)).r;
}

vec4 mixByMask(vec4 below, vec4 above, vec4 mask) {
    float share = shown(mask);
    if (inverted) { share = 1.0 - share; }
    return mix(below, above, share);
}
