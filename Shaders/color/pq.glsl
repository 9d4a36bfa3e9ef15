// The perceptual quantizer of SMPTE ST 2084, odd, its signal limited to 1.1.
//
// Both ways are written in how far a value is from white: with d = 1 - c1 = c2 - c3 the standard's differences of nearly
// equal numbers become sums that float32 keeps.
const float pqD = 0.1640625;
const float pqC3 = 18.6875;

// Luminance, in cd/m2, of a signal.
float pqToNits(float signal) {
    // Below 7e-7 the standard's numerator is not positive: no light.
    float x = log2(clamp(abs(signal), 7e-7, 1.1)) * (0.693147181 / 78.84375);
    // 1 - e^x by its series: |x| <= 0.18.
    float q = -x * (1.0 + x * (1.0 / 2.0 + x * (1.0 / 6.0 + x * (1.0 / 24.0 + x * (1.0 / 120.0 + x / 720.0)))));
    float ratio = max(pqD - q, 1e-9) / (pqD + pqC3 * q);
    return sign(signal) * 10000.0 * exp2(log2(ratio) * (16384.0 / 2610.0));
}

vec3 pqToNits(vec3 signal) {
    return vec3(pqToNits(signal.x), pqToNits(signal.y), pqToNits(signal.z));
}

// Signal of a luminance in cd/m2.
float nitsToPQ(float nits) {
    float p = exp2(log2(max(abs(nits) * 1e-4, 1e-36)) * (2610.0 / 16384.0));
    float s = pqD * (1.0 - p);
    // ln(1 - s / (1 + c3 p)) by the series of atanh: z <= 0.09.
    float z = s / (2.0 + 2.0 * pqC3 * p - s);
    float w = z * z;
    float logarithm = -2.0 * z * (1.0 + w * (1.0 / 3.0 + w * (1.0 / 5.0 + w * (1.0 / 7.0))));
    return sign(nits) * min(exp2(logarithm * (78.84375 / 0.693147181)), 1.1);
}

vec3 nitsToPQ(vec3 nits) {
    return vec3(nitsToPQ(nits.x), nitsToPQ(nits.y), nitsToPQ(nits.z));
}
