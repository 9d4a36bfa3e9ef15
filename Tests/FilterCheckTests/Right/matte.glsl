//! filter matte: Keep what is bright as a matte, which ends at white by definition.
//! kind   point
//! param low float = 0.25 in 0...4: Where the matte begins.
//! intends clips-at-one: A matte is full where it is full.

vec4 matte(vec4 color) {
    vec4 straight = unpremultiplied(color);
    return premultiplied(vec4(vec3(clamp((luminance(straight.rgb) - low) * 2.0, 0.0, 1.0)), straight.a));
}
