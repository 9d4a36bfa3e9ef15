//! filter meantThreshold: Compares with a number that pictures are full of, and says why it may.
//! kind   point
//! intends hangs-on-rounding: Both sides are the same light but for the last digit.

vec4 meantThreshold(vec4 color) {
    return color.a * 0.1 >= 0.1 ? color : vec4(color.rgb * 1.001, color.a);
}
