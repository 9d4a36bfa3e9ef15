//! filter stripes: Roll diagonal stripes over every pixel that is brighter than SDR can show.
//! kind   point
//! param  threshold float = 1.02 in 0...64 [white]: Paint where a channel is above this.
//! param  primaries choice = working of working composition: Test in linear BT.2020, or in the composition's own primaries.
//! param  period float = 40 in 1...4000 [pixels]: Columns from one stripe to the next; half of them are painted.
//! param  scaled bool = false: Measure the period in a picture 1080 rows high, so that every size looks alike.
//! param  color color = 2/0/0/1 in 0...64: The paint, in linear light; its alpha is how much of the pixel it hides.
//! param  opaque bool = false: Paint with full alpha, instead of the pixel's own.
//! phase  roll = 2 per second
//! alpha  changes
//! show   period = 8
//! expect (2, 2, 2, 1) -> (2, 2, 2, 1)
//! expect period = 1.25: (2, 2, 2, 1) -> (2, 0, 0, 1)
//! expect period = 1.25: (1, 1, 1, 1) -> (1, 1, 1, 1)
//! expect period = 1.25, threshold = 0.5, color = 0/4/0/0.5: (0.5, 0.25, 0, 0.5) -> (0.25, 1.125, 0, 0.5)

// Pixels on a stripe's very edge count as outside it. A sixty-fourth of a pixel keeps them clear of rounding.
const float margin = 0.015625;

bool isBright(vec3 light) {
    return light.r > threshold || light.g > threshold || light.b > threshold;
}

// The stripes are those of a picture whose origin is bottom-left: they fall to the right and move up to the left.
bool isOnStripe() {
    float pitch = scaled ? period * size.y / 1080.0 : period;
    float along = position.x + (size.y - position.y);
    return fract((along + margin) / pitch + roll) > 0.5 + 2.0 * margin / pitch;
}

vec4 stripes(vec4 here) {
    vec3 light = unpremultiplied(here).rgb;
    if (primaries == primaries_composition) { light = toCompositionPrimaries(light); }
    if (!isBright(light) || !isOnStripe()) { return here; }
    float cover = opaque ? 1.0 : here.a;
    return here * (1.0 - color.a) + vec4(color.rgb, 1.0) * (cover * color.a);
}
