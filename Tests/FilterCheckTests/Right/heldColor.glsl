//! filter heldColor: Strengthen colour as far as the gamut goes.
//! kind   point
//! param  amount float = 1.25 in 1...4: 1 leaves colour as it is.
//! law    identity when amount = 1

vec4 heldColor(vec4 color) {
    vec3 strong = mix(vec3(luminance(color.rgb)), color.rgb, amount);
    return vec4(max(strong, min(color.rgb, vec3(0.0))), color.a);
}
