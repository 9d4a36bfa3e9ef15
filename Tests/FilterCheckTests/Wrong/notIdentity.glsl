// finds law-broken
//! filter notIdentity: Says that 0 stops leave the picture alone.
//! kind   point
//! param stops float = 0 in -4...4 [stops]: How many.
//! law identity when stops = 0

vec4 notIdentity(vec4 color) {
    return vec4(color.rgb * exp2(stops + 0.001), color.a);
}
