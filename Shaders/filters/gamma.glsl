//! filter gamma: Lighten or darken mid-tones, leaving black and reference white in place.
//! kind   point
//! param  power float = 1 in 0.1...10: Light is raised to this power; above 1 is darker below white and brighter above.
//! show   power = 1.8
//! law    identity when power = 1
//! law    monotone
//! expect power = 2: (0.5, 1, 3, 1) -> (0.25, 1, 9, 1)
//! expect power = 0.5: (-0.25, 0.0625, 0, 0.25) -> (-0.25, 0.125, 0, 0.25)

// Below this the power is a straight line, so that black needs no case of its own and small errors stay small.
const vec3 darkest = vec3(0.000001);

vec4 gamma(vec4 color) {
    vec4 straight = unpremultiplied(color);
    vec3 light = straight.rgb * pow(max(abs(straight.rgb), darkest), vec3(power - 1.0));
    return premultiplied(vec4(light, straight.a));
}
