// PQ by rational functions, for 8-bit results and previews: a quarter of the exact curves' cost or less on a CPU device.

// The size of a number that is not negative, with another's sign.
float withSignOf(float number, float size) {
    return uintBitsToFloat(floatBitsToUint(size) | (floatBitsToUint(number) & 0x80000000u));
}

// sqrt(nits) as a quotient of polynomials of the signal, |signal| limited to 1.1. Worst error:
// 0.013 of an 8-bit code of a BT.1886 display with white at 203 cd/m2; 4e-4 of the light above 1 cd/m2.
float pqToNitsFast(float signal) {
    float v = min(abs(signal), 1.1);
    float above = v * (7.40737711 + v * (1572.97436 + v * (3636.23873 + v * (-332.243801 + v * 842.354887))));
    float below = 1.0 + v * (395.269406 + v * (-554.851971 + v * (253.067632 - v * 37.2176691)));
    float root = above / below;
    return withSignOf(signal, root * root);
}

vec3 pqToNitsFast(vec3 signal) {
    return vec3(pqToNitsFast(signal.x), pqToNitsFast(signal.y), pqToNitsFast(signal.z));
}

// A quotient of polynomials of the fourth root, up to a signal of 1.1. Worst
// error: 0.011 of a 10-bit code.
float nitsToPQFast(float nits) {
    float square = sqrt(min(abs(nits) * 1e-4, 2.6));
    float u = sqrt(square);
    float above = 6.72296632 + u * (1815.40213 + u * 1557.39095);
    float below = 1.0 + u * (43.1153775 + u * (635.608595 + u * (1839.34511 + u * 860.416506)));
    return withSignOf(nits, square * above / below);
}

vec3 nitsToPQFast(vec3 nits) {
    return vec3(nitsToPQFast(nits.x), nitsToPQFast(nits.y), nitsToPQFast(nits.z));
}
