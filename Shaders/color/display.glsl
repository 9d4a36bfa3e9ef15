// Curves of SDR displays: light 0...1 for a signal of 0...1, odd, going on outside.

// x^exponent for x >= 0 and exponents of 0.35 and more; as good as 0 for 0. Both pieces of a curve are worked out before
// one is chosen: a choice between values costs less than a branch.
float displayPower(float x, float exponent) {
    return exp2(exponent * log2(max(x, 1e-37)));
}

float gammaToLight(float signal, float gamma) {
    return sign(signal) * displayPower(abs(signal), gamma);
}

vec3 gammaToLight(vec3 signal, float gamma) {
    return vec3(gammaToLight(signal.x, gamma), gammaToLight(signal.y, gamma), gammaToLight(signal.z, gamma));
}

float lightToGamma(float light, float gamma) {
    return sign(light) * displayPower(abs(light), 1.0 / gamma);
}

vec3 lightToGamma(vec3 light, float gamma) {
    return vec3(lightToGamma(light.x, gamma), lightToGamma(light.y, gamma), lightToGamma(light.z, gamma));
}

// BT.1886 with black at 0: gamma 2.4.
vec3 bt1886ToLight(vec3 signal) {
    return gammaToLight(signal, 2.4);
}

vec3 lightToBT1886(vec3 light) {
    return lightToGamma(light, 2.4);
}

// IEC 61966-2-1.
float srgbToLight(float signal) {
    float v = abs(signal);
    float power = displayPower((v + 0.055) / 1.055, 2.4);
    float light = v <= 0.04045 ? v / 12.92 : power;
    return sign(signal) * light;
}

vec3 srgbToLight(vec3 signal) {
    return vec3(srgbToLight(signal.x), srgbToLight(signal.y), srgbToLight(signal.z));
}

float lightToSRGB(float light) {
    float v = abs(light);
    float power = 1.055 * displayPower(v, 1.0 / 2.4) - 0.055;
    float signal = v <= 0.04045 / 12.92 ? v * 12.92 : power;
    return sign(light) * signal;
}

vec3 lightToSRGB(vec3 light) {
    return vec3(lightToSRGB(light.x), lightToSRGB(light.y), lightToSRGB(light.z));
}

// SMPTE 240M's camera curve; the break stands where value and slope meet.
float smpte240MToLight(float signal) {
    float v = abs(signal);
    float power = displayPower((v + 0.1115721959) / 1.1115721959, 1.0 / 0.45);
    float light = v <= 0.0912863421 ? v * 0.25 : power;
    return sign(signal) * light;
}

vec3 smpte240MToLight(vec3 signal) {
    return vec3(smpte240MToLight(signal.x), smpte240MToLight(signal.y), smpte240MToLight(signal.z));
}

float lightToSMPTE240M(float light) {
    float v = abs(light);
    float power = 1.1115721959 * displayPower(v, 0.45) - 0.1115721959;
    float signal = v <= 0.0228215855 ? v * 4.0 : power;
    return sign(light) * signal;
}

vec3 lightToSMPTE240M(vec3 light) {
    return vec3(lightToSMPTE240M(light.x), lightToSMPTE240M(light.y), lightToSMPTE240M(light.z));
}
