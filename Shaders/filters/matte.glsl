//! filter matte: Cut the picture out by a matte: a grey picture, or another one's alpha.
//! kind   point
//! input  matte: White keeps the picture, black hides it; it lies top-left, pixel by pixel.
//! param  measure choice = code of code light alpha: What counts: the grey as painted (sRGB), its light, or its alpha.
//! param  inverted bool = false: White hides, black keeps.
//! param  amount float = 1 in 0...1: How much of it is done.
//! alpha  changes
//! law    identity when amount = 0
//! show   measure = alpha
//! expect measure = light: (4, 2, 1, 1), (0.25, 0.25, 0.25, 1) -> (1, 0.5, 0.25, 0.25)
//! expect measure = light, inverted = true: (4, 2, 1, 1), (0.25, 0.25, 0.25, 1) -> (3, 1.5, 0.75, 0.75)
//! expect measure = alpha, amount = 0.5: (4, 2, 1, 1), (0, 0, 0, 0.5) -> (3, 1.5, 0.75, 0.75)
//! expect (4, 2, -1, 1), (0.21404114048223255, 0.21404114048223255, 0.21404114048223255, 1) -> (2, 1, -0.5, 0.5)

float kept(vec4 picture) {
    if (measure == measure_alpha) { return clamp(picture.a, 0.0, 1.0); }
    float light = clamp(luminance(picture.rgb), 0.0, 1.0);
    return measure == measure_light ? light : lightToSRGB(vec3(light)).r;
}

vec4 matte(vec4 color, vec4 picture) {
    float share = kept(picture);
    if (inverted) { share = 1.0 - share; }
    return color * mix(1.0, share, amount);
}
