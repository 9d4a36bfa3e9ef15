//! filter dither: Few steps of signal, dithered: many a pixel lies just on one.
//! kind   point
//! light  signal
//! param  steps int = 32 in 2...255: How many.
//! param  cell float = 1 in 1...8 [pixels]: A dot's side.

const int pattern[16] = int[16](0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5);

vec4 dither(vec4 color) {
    vec4 signal = unpremultiplied(color);
    ivec2 place = ivec2(position / cell) & 3;
    float t = (float(pattern[place.y * 4 + place.x]) + 0.5) / 16.0;
    return premultiplied(vec4(floor(signal.rgb * float(steps) + t) / float(steps), signal.a));
}
