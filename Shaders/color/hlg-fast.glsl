// HLG by polynomials, signals up to 1.1: both branches of the curve as the straight line that they share in
// (signal, sqrt(scene light)), plus a bend beyond the point where they meet.

// Scene light of a signal. Worst error: 4.2e-5 of the light, 0.009 of a 10-bit code when encoded again.
float hlgToSceneFast(float signal) {
    float v = min(abs(signal), 1.1);
    float t = max(v - 0.5, 0.0);
    float bend = 1.03289225 + t * (0.986454777 + t * (0.25019304 + t * 0.815576614));
    float root = v * 0.577350269 + t * t * bend;
    return withSignOf(signal, root * root);
}

// Signal of scene light. Worst error: 0.006 of a 10-bit code.
float sceneToHLGFast(float scene) {
    float u = sqrt(min(abs(scene), 1.8));
    float t = max(u - 0.288675135, 0.0);
    float above = t * t * (5.36975595 + t * (12.6125781 + t * 0.17878286));
    float below = 1.0 + t * (6.9034949 + t * 8.03265862);
    return withSignOf(scene, u * 1.73205081 - above / below);
}

vec3 hlgDisplayLightFast(vec3 signal, vec3 weights) {
    vec3 scene = vec3(hlgToSceneFast(signal.x), hlgToSceneFast(signal.y), hlgToSceneFast(signal.z));
    return scene * exp2(0.2 * log2(hlgLuminance(scene, weights, 1e-6)));
}

vec3 hlgSignalFast(vec3 light, vec3 weights) {
    vec3 scene = light * exp2(-1.0 / 6.0 * log2(hlgLuminance(light, weights, 6.309573445e-8)));
    return vec3(sceneToHLGFast(scene.x), sceneToHLGFast(scene.y), sceneToHLGFast(scene.z));
}

vec3 hlgToNitsFast(vec3 signal) {
    return 1000.0 * hlgDisplayLightFast(signal, vec3(0.2627, 0.6780, 0.0593));
}

vec3 nitsToHLGFast(vec3 nits) {
    return hlgSignalFast(nits * 0.001, vec3(0.2627, 0.6780, 0.0593));
}
