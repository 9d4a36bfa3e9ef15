//! filter dropShadow: Lays a soft shadow below.
//! kind   area
//! alpha  changes
//! param  offset vec2 = 4/4 in -16...16 [pixels]: Where it falls.
//! reach  24.0

vec4 dropShadow() {
    vec4 own = pixel(ivec2(0));
    return own + vec4(0.0, 0.0, 0.0, 0.5 * atOrClear(position - offset).a) * (1.0 - own.a);
}
