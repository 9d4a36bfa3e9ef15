//! filter exposure: Brighten or darken by photographic stops.
//! kind   point
//! param  stops float = 0 in -10...10 [stops]: Each stop doubles the light; negative stops halve it.
//! show   stops = 1
//! law    identity when stops = 0
//! law    monotone
//! expect stops = 1: (0.18, 0.36, 0.5, 1) -> (0.36, 0.72, 1, 1)
//! expect stops = -2: (4, 2, 1, 0.5) -> (1, 0.5, 0.25, 0.5)

vec4 exposure(vec4 color) {
    return vec4(color.rgb * exp2(stops), color.a);
}
