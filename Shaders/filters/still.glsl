//! filter still: Show a still, placed and scaled, on transparent black.
//! kind   generate
//! param  picture image: The still.
//! param  middle point = center: Where its middle lies.
//! param  scale float = 1 in 0...64: How many pixels one of the still's becomes.
//! alpha  changes
//! show   scale = 0.5
//! expect (32.5, 32.5), (4, 1, 0.25, 1) -> (4, 1, 0.25, 1)
//! expect scale = 0.5: (15.5, 32.5), (4, 1, 0.25, 1) -> (0, 0, 0, 0)
//! expect scale = 0.5, middle = 31/32: (15.5, 32.5), (4, 1, 0.25, 1) -> (4, 1, 0.25, 1)
//! expect scale = 0.5, middle = 32.25/32: (16.5, 32.5), (4, 1, 0.25, 0.5) -> (3, 0.75, 0.1875, 0.375)

// A smaller picture is the mean of several places of each pixel, at most this many across.
const int most = 8;

vec4 mean(vec2 extent) {
    int taps = int(clamp(1.0 / max(scale, 0.125) + 0.49, 1.0, float(most)));
    vec4 sum = vec4(0.0);
    for (int y = 0; y < most; ++y) {
        if (y >= taps) { break; }
        for (int x = 0; x < most; ++x) {
            if (x >= taps) { break; }
            vec2 aside = (vec2(float(x), float(y)) + 0.5) / float(taps) - 0.5;
            sum += picture((position + aside - middle) / extent + 0.5);
        }
    }
    return sum / float(taps * taps);
}

vec4 still() {
    vec2 extent = max(picture_size() * scale, vec2(0.001));
    // How much of the pixel lies inside, along each side.
    vec2 inside = clamp(0.5 * extent - abs(position - middle) + 0.5, 0.0, 1.0);
    float cover = inside.x * inside.y * min(picture_size().x * scale, 1.0) * min(picture_size().y * scale, 1.0);
    return cover > 0.0 ? mean(extent) * cover : vec4(0.0);
}
