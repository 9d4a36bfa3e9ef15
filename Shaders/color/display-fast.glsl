// SDR curves by polynomials for 8-bit results and previews; signals up to 1.1 (light up to 1.32), odd.

// signal^2.4 as signal^2 times a polynomial of the square root. Worst error: 0.027 of an 8-bit code
// when encoded again.
float bt1886ToLightFast(float signal) {
    float v = abs(signal);
    float u = sqrt(v);
    return signal * v * (0.0364819242 + u * (1.30921864 + u * (-0.647335207 + u * (0.42267539 - u * 0.120978656))));
}

vec3 bt1886ToLightFast(vec3 signal) {
    return vec3(bt1886ToLightFast(signal.x), bt1886ToLightFast(signal.y), bt1886ToLightFast(signal.z));
}

// light^(1/2.4) as a quotient of polynomials of the square root. Worst error: 0.031 of an 8-bit
// code.
float lightToBT1886Fast(float light) {
    float u = sqrt(min(abs(light), 1.32));
    float above = u * (3.66736189 + u * (769.212064 + u * (7200.10151 + u * 3767.34598)));
    float below = 1.0 + u * (401.795663 + u * (5994.86831 + u * 5343.86353));
    return withSignOf(light, above / below);
}

vec3 lightToBT1886Fast(vec3 light) {
    return vec3(lightToBT1886Fast(light.x), lightToBT1886Fast(light.y), lightToBT1886Fast(light.z));
}

// The straight piece, then a polynomial. Worst error: 0.017 of an 8-bit code when encoded again.
float srgbToLightFast(float signal) {
    float v = abs(signal);
    float curved = 0.000930900768
        + v * (0.0322361371 + v * (0.524688745 + v * (0.647004378 + v * (-0.277390961 + v * 0.0723852959))));
    return withSignOf(signal, v <= 0.04045 ? v * (1.0 / 12.92) : curved);
}

vec3 srgbToLightFast(vec3 signal) {
    return vec3(srgbToLightFast(signal.x), srgbToLightFast(signal.y), srgbToLightFast(signal.z));
}

// The straight piece, then a quotient of polynomials of the square root. Worst error: 0.007 of an
// 8-bit code.
float lightToSRGBFast(float light) {
    float v = min(abs(light), 1.32);
    float u = sqrt(v);
    float above = -0.0468161919 + u * (1.36087541 + u * (9.75158828 + u * 3.63816456));
    float below = 1.0 + u * (8.55727826 + u * 5.14690305);
    float curved = above / below;
    return withSignOf(light, v <= 0.04045 / 12.92 ? v * 12.92 : curved);
}

vec3 lightToSRGBFast(vec3 light) {
    return vec3(lightToSRGBFast(light.x), lightToSRGBFast(light.y), lightToSRGBFast(light.z));
}
