//! filter highlight: Paint every pixel that is brighter than SDR can show.
//! kind   point
//! param  threshold float = 1.02 in 0...64 [white]: Paint where a channel is above this; 1 is exact, but trips on codes that round above white.
//! param  primaries choice = working of working composition: Test in linear BT.2020, or in the composition's own primaries.
//! param  color color = 2/0/0/1 in 0...64: The paint, in linear light; its alpha is how much of the pixel it hides.
//! param  opaque bool = false: Paint with full alpha, instead of the pixel's own.
//! alpha  changes
//! expect (1, 1, 1, 1) -> (1, 1, 1, 1)
//! expect (0, 0, 1.03, 1) -> (2, 0, 0, 1)
//! expect (0.5, 0.25, 0, 0.25) -> (0.5, 0, 0, 0.25)
//! expect opaque = true: (0.5, 0.25, 0, 0.25) -> (2, 0, 0, 1)

bool isBright(vec3 light) {
    return light.r > threshold || light.g > threshold || light.b > threshold;
}

vec4 highlight(vec4 here) {
    vec3 light = unpremultiplied(here).rgb;
    if (primaries == primaries_composition) { light = toCompositionPrimaries(light); }
    if (!isBright(light)) { return here; }
    float cover = opaque ? 1.0 : here.a;
    return here * (1.0 - color.a) + vec4(color.rgb, 1.0) * (cover * color.a);
}
