//! filter stillTable: A table from a still, in signal; what is above white goes on.
//! kind   point
//! light  signal
//! param  lut image: A strip from dark to bright.

vec4 stillTable(vec4 color) {
    vec4 signal = unpremultiplied(color);
    vec3 found;
    for (int i = 0; i < 3; ++i) {
        found[i] = signal[i] * (0.5 + luminance(lut(vec2(clamp(signal[i], 0.0, 1.0), 0.5)).rgb));
    }
    return premultiplied(vec4(found, signal.a));
}
