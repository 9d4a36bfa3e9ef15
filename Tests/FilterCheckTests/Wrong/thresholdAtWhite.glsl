// finds hangs-on-rounding
//! filter thresholdAtWhite: Compares with a number that pictures are full of.
//! kind   point

vec4 thresholdAtWhite(vec4 color) {
    return color.a * 0.1 >= 0.1 ? color : vec4(color.rgb * 0.5, color.a);
}
