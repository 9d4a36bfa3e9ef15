//! filter filmic: A curve with a long shoulder, odd around black.
//! kind   point
//! param  strength float = 0.5 in 0...1: How much of it.
//! param  white float = 16 in 1...64 [white]: What becomes white.

vec3 curve(vec3 x) {
    vec3 light = abs(x);
    return sign(x) * light * (1.0 + light / (white * white)) / (1.0 + light);
}

vec4 filmic(vec4 color) {
    vec4 straight = unpremultiplied(color);
    return premultiplied(vec4(mix(straight.rgb, curve(straight.rgb), strength), straight.a));
}
