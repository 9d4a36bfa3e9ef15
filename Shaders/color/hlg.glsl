// Hybrid log-gamma of BT.2100, odd; above a signal of 1 the logarithm goes on.
const float hlgA = 0.17883277;
const float hlgB = 0.28466892;
const float hlgC = 0.55991072952956202;

// Scene light 0...1 of a signal: the inverse OETF.
float hlgToScene(float signal) {
    float v = abs(signal);
    float bright = (exp((v - hlgC) / hlgA) + hlgB) / 12.0;
    float scene = v <= 0.5 ? v * v / 3.0 : bright;
    return sign(signal) * scene;
}

// Signal of scene light: the OETF.
float sceneToHLG(float scene) {
    float v = abs(scene);
    float bright = hlgA * log(max(12.0 * v - hlgB, 0.5)) + hlgC;
    float signal = v <= 1.0 / 12.0 ? sqrt(3.0 * v) : bright;
    return sign(scene) * signal;
}

// What the OOTF takes for luminance, and the least where it stops. Light within the primaries has more than a 256th of
// its largest channel; where negative channels cancel nearly all of it, the gain would magnify rounding.
float hlgLuminance(vec3 light, vec3 weights, float least) {
    float largest = max(max(abs(light.x), abs(light.y)), abs(light.z));
    return max(max(abs(dot(light, weights)), largest * (1.0 / 256.0)), least);
}

// Light that a 1000 cd/m2 display shows, in multiples of its peak; weights make luminance of the signal's primaries.
vec3 hlgDisplayLight(vec3 signal, vec3 weights) {
    vec3 scene = vec3(hlgToScene(signal.x), hlgToScene(signal.y), hlgToScene(signal.z));
    return scene * exp2(0.2 * log2(hlgLuminance(scene, weights, 1e-6)));
}

// The signal that makes the same display show that light.
vec3 hlgSignal(vec3 light, vec3 weights) {
    // The floor is 1e-6 to the power of 1.2.
    vec3 scene = light * exp2(-1.0 / 6.0 * log2(hlgLuminance(light, weights, 6.309573445e-8)));
    return vec3(sceneToHLG(scene.x), sceneToHLG(scene.y), sceneToHLG(scene.z));
}

vec3 hlgToNits(vec3 signal) {
    return 1000.0 * hlgDisplayLight(signal, vec3(0.2627, 0.6780, 0.0593));
}

vec3 nitsToHLG(vec3 nits) {
    return hlgSignal(nits / 1000.0, vec3(0.2627, 0.6780, 0.0593));
}
