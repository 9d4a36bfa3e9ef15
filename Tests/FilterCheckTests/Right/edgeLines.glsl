//! filter edgeLines: The slope of light as light, where there is a picture.
//! kind   area
//! reach  1

vec4 edgeLines() {
    float near[9];
    for (int i = 0; i < 9; ++i) { near[i] = luminance(pixel(ivec2(i % 3 - 1, i / 3 - 1)).rgb); }
    float across = near[2] + 2.0 * near[5] + near[8] - near[0] - 2.0 * near[3] - near[6];
    float down = near[6] + 2.0 * near[7] + near[8] - near[0] - 2.0 * near[1] - near[2];
    float alpha = pixel(ivec2(0)).a;
    return vec4(vec3(sqrt(across * across + down * down)) * alpha, alpha);
}
