//! filter edgeDetect: Outlines by the Sobel operator.
//! kind   area
//! param  strength float = 1 in 0...8: Brightness of the lines.
//! reach  1.0

const mat3 sobel = mat3(-1.0, 0.0, 1.0,
                        -2.0, 0.0, 2.0,
                        -1.0, 0.0, 1.0);

void gradient(out float gx, out float gy) {
    gx = gy = 0.0;
    for (int j = 0; j < 3; ++j) {
        int i = 0;
        while (i < 3) {
            float y = luminance(pixel(vec2(i, j) - 1.0).rgb);
            gx += y * sobel[j][i];
            gy += y * sobel[i][j];
            ++i;
        }
    }
}

vec4 edgeDetect() {
    float gx, gy;
    gradient(gx, gy);
    float edge = strength * sqrt(gx * gx + gy * gy);
    float alpha = pixel(vec2(0)).a;
    return vec4(vec3(edge), alpha);
}
