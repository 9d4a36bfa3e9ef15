//! filter saturation: Strengthen or weaken colour, keeping luminance.
//! kind   point
//! param  amount float = 1 in 0...4: 0 is grey, 1 leaves colour as it is.
//! show   amount = 2.5
//! law    identity when amount = 1
//! law    monotone
//! intends goes-negative: Colour that is strengthened may leave the gamut; what is beyond survives, and comes back when it is weakened again.
//! expect amount = 0: (1, 0, 0, 1) -> (0.2627, 0.2627, 0.2627, 1)
//! expect amount = 2: (0, 1, 0, 1) -> (-0.678, 1.322, -0.678, 1)

vec4 saturation(vec4 color) {
    return vec4(mix(vec3(luminance(color.rgb)), color.rgb, amount), color.a);
}
