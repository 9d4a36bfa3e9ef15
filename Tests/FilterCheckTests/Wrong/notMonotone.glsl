// finds law-broken
//! filter notMonotone: Says that brighter stays brighter, and waves.
//! kind   point
//! law monotone

vec4 notMonotone(vec4 color) {
    vec4 straight = unpremultiplied(color);
    return premultiplied(vec4(straight.rgb + 0.02 * sin(straight.rgb * 60.0), straight.a));
}
