//! filter invert: Turn light into dark and dark into light, without losing HDR or making negative light.
//! kind   point
//! param  mode choice = auto of auto perceptual signal linear clamp: auto is signal in SDR and perceptual in HDR compositions; perceptual mirrors perceived brightness below the peak; signal mirrors the composition's codes; linear mirrors light; clamp is the classic 1 - x of sRGB, which loses HDR.
//! param  peak float = 0 in 0...100 [white]: What black becomes in the modes perceptual and linear; 0 takes the content's peak, at most 1000 cd/m2.
//! law    involution when mode = perceptual, peak = 4
//! law    involution when mode = linear, peak = 4
//! law    involution when mode = signal
//! intends breaks-above: Black and the peak change places, so that brighter light than the peak, 1000 cd/m2 at most, has nowhere to go.
//! intends clips-at-one when mode = clamp: This mode is the classic one, which ends at white.
//! intends clips-negative: Black changes places with the peak, and what is below black counts as black.
//! expect (0, 0, 0, 1) -> (1, 1, 1, 1)
//! expect (0.1894645708137998, 0.1894645708137998, 0.1894645708137998, 1) -> (0.1894645708137998, 0.1894645708137998, 0.1894645708137998, 1)
//! expect mode = linear, peak = 4: (0.5, 0.5, 0.5, 0.5) -> (1.5, 1.5, 1.5, 0.5)
//! expect mode = perceptual, peak = 2: (2, 2, 2, 1) -> (0, 0, 0, 1)
//! expect mode = clamp: (1.5, 1.5, 1.5, 1) -> (0, 0, 0, 1)

float brightest() {
    return peak > 0.0 ? peak : min(contentHeadroom, 1000.0 / referenceWhite);
}

// P(0) counts as 0, as in every other place, so that black and the peak change places exactly.
vec3 perceptual(vec3 light) {
    float top = brightest() * referenceWhite;
    vec3 mirrored = vec3(nitsToPQ(top)) - nitsToPQ(clamp(light * referenceWhite, vec3(0.0), vec3(top)));
    return pqToNits(max(mirrored, vec3(0.0))) / referenceWhite;
}

vec3 inverted(vec3 light) {
    int kind = mode;
    if (kind == mode_auto) { kind = compositionIsHDR ? mode_perceptual : mode_signal; }
    if (kind == mode_signal) { return toLight(1.0 - clamp(toSignal(light), 0.0, 1.0)); }
    if (kind == mode_clamp) {
        return bt709ToBT2020(srgbToLight(max(1.0 - lightToSRGB(bt2020ToBT709(light)), vec3(0.0))));
    }
    vec3 own = toCompositionPrimaries(light);
    if (kind == mode_linear) { own = brightest() - clamp(own, vec3(0.0), vec3(brightest())); }
    if (kind == mode_perceptual) { own = perceptual(own); }
    return fromCompositionPrimaries(own);
}

vec4 invert(vec4 color) {
    vec4 straight = unpremultiplied(color);
    return premultiplied(vec4(inverted(straight.rgb), straight.a));
}
