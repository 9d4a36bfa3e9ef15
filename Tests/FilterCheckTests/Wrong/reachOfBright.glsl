// finds reads-outside-reach
//! filter reachOfBright: A gleam from nine pixels away, of bright light alone.
//! kind   area
//! reach  1

vec4 reachOfBright() {
    vec4 own = pixel(ivec2(0));
    vec4 far = pixel(ivec2(9, 0));
    return vec4(own.rgb + 0.01 * max(far.rgb - 8.0 * far.a, 0.0) * own.a, own.a);
}
