// finds weights-off
//! filter unevenGaussian: A Gaussian by the formula, whose tails are cut off where the radius is large.
//! kind   area
//! param  sigma float = 1 in 0.5...3 [pixels]: Standard deviation.
//! reach  4
//! alpha  changes

vec4 unevenGaussian() {
    vec4 sum = vec4(0.0);
    for (int i = -4; i <= 4; ++i) {
        sum += pixel(ivec2(i, 0)) * exp(-0.5 * float(i * i) / (sigma * sigma)) / (sigma * 2.5066283);
    }
    return sum;
}
