// finds unpremultiplied-edges
//! filter straightBlur: Blurs colour without its alpha, so that clear pixels count as black.
//! kind   area
//! reach 1

vec4 straightBlur() {
    vec3 sum = vec3(0.0);
    for (int x = -1; x <= 1; ++x) {
        sum += unpremultiplied(pixel(vec2(float(x), 0.0))).rgb;
    }
    float alpha = pixel(vec2(0.0)).a;
    return vec4(sum / 3.0 * alpha, alpha);
}
