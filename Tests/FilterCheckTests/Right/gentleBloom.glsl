//! filter gentleBloom: A glow of what is brighter than a level, where there is a picture.
//! kind   area
//! param  level float = 1 in 0...16 [white]: What glows.
//! param  amount float = 0.5 in 0...2: How much.
//! reach  3

vec3 bright(vec4 color) {
    vec3 light = max(unpremultiplied(color).rgb, vec3(0.0));
    float most = max(light.r, max(light.g, light.b));
    return light * (max(most - level, 0.0) / max(most, 1e-4)) * color.a;
}

vec4 gentleBloom() {
    vec4 own = pixel(ivec2(0));
    vec3 sum = vec3(0.0);
    float total = 0.0;
    for (int y = -3; y <= 3; ++y) {
        for (int x = -3; x <= 3; ++x) {
            float weight = exp(-0.2 * float(x * x + y * y));
            sum += weight * bright(pixel(ivec2(x, y)));
            total += weight;
        }
    }
    return vec4(own.rgb + amount * own.a * sum / total, own.a);
}
