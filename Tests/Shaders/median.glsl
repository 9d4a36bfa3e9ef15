//! filter median: The median of three by three pixels of each channel, by exchanges.
//! kind   area
//! reach  1.0

#define CHANNELS rgb
#define SIDE 3
#if SIDE * SIDE == 9 && !defined(LARGE)
#define COUNT 9
#elif SIDE > 3
#error only three by three
#endif

void order(inout vec3 a, inout vec3 b) {
    vec3 less = min(a, b);
    b = max(a, b);
    a = less;
}

vec4 median() {
    vec3 v[COUNT];
    for (int y = 0; y < SIDE; ++y)
        for (int x = 0; x < SIDE; ++x) v[y * SIDE + x] = pixel(vec2(x - 1, y - 1)).CHANNELS;
    for (int turn = 0; turn < COUNT - 2; ++turn)
        for (int i = 0; i < COUNT - 1; ++i) order(v[i], v[i + 1]);
    order(v[0], v[1]);
    return vec4(v[4], pixel(vec2(0)).a);
}
