//! filter kuwahara: Paint-like smoothing: the calmest of four quarters around the pixel.
//! kind   area
//! param  radius int = 2 in 1...4 [px]: Size of a quarter.
//! reach  float(radius)

struct Quarter {
    vec4 sum;
    float spread;
};

Quarter measure(ivec2 from, ivec2 to) {
    Quarter q = Quarter(vec4(0.0), 0.0);
    vec3 squares = vec3(0.0);
    float count = 0.0;
    for (int y = 0; y <= radius; ++y) {
        for (int x = 0; x <= radius; ++x) {
            vec4 c = pixel(vec2(from + ivec2(x, y) * to));
            q.sum += c;
            squares += c.rgb * c.rgb;
            count += 1.0;
        }
    }
    q.sum /= count;
    q.spread = dot(abs(squares / count - q.sum.rgb * q.sum.rgb), vec3(1.0));
    return q;
}

vec4 kuwahara() {
    Quarter quarters[4];
    quarters[0] = measure(ivec2(0), ivec2(1, 1));
    quarters[1] = measure(ivec2(0), ivec2(-1, 1));
    quarters[2] = measure(ivec2(0), ivec2(1, -1));
    quarters[3] = measure(ivec2(0), ivec2(-1, -1));
    int best = 0;
    for (int i = 1; i < quarters.length(); i++) {
        if (quarters[i].spread < quarters[best].spread) best = i;
    }
    return quarters[best].sum;
}
