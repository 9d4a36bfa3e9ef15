//! filter octaves: Ripples of half the size and half the strength each.
//! kind point
//! param strength float = 0.2 in 0...1: How much is taken away in the valleys.
//! law identity when strength = 0

vec4 octaves(vec4 color) {
    float sum = 0.0;
    for (float weight = 1.0; weight > 0.01; weight *= 0.5) sum += weight * sin(position.x / (3.0 + 40.0 * weight));
    for (float weight = 1.0; weight >= 0.2; weight /= 1.5) sum += weight * sin(position.y / (3.0 + 40.0 * weight));
    return vec4(color.rgb * exp2(-strength * (1.0 + 0.25 * sum)), color.a);
}
