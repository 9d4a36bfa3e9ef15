//! filter bayerDither: Reduce to a few steps of signal with an ordered pattern.
//! kind   point
//! light  signal
//! param  steps int = 8 in 2...64: Steps a channel.

const int bayer[16] = int[16](0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5);

vec4 bayerDither(vec4 color) {
    ivec2 p = ivec2(position) & 3;
    float threshold = (float(bayer[p.y * 4 + p.x]) + 0.5) / 16.0;
    float n = float(steps - 1);
    vec3 v = color.rgb * n;
    vec3 low = floor(v);
    for (int i = 0; i < 3; i++) if (v[i] - low[i] > threshold) low[i] += 1.0;
    return vec4(low / n, color.a);
}
