//! filter sharpen: Unsharp masking with a 3x3 kernel, held to what the neighbours have.
//! kind   area
//! param  amount float = 0.5 in 0...4: Strength.
//! param  limit  bool = true: Whether results stay between the darkest and brightest neighbour.
//! reach  1.0

vec4 sharpen() {
    const float kernel[9] = float[](1.0, 2.0, 1.0, 2.0, 4.0, 2.0, 1.0, 2.0, 1.0);
    vec4 sum = vec4(0.0), low = vec4(60000.0), high = vec4(-60000.0);
    int i = 0;
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            vec4 c = pixel(vec2(x, y));
            low = min(low, c);
            high = max(high, c);
            sum += c * kernel[i++];
        }
    }
    sum /= 16.0;
    vec4 c = pixel(vec2(0));
    vec4 result = c + (c - sum) * amount;
    if (limit) result = clamp(result, low, high);
    return vec4(result.rgb, c.a);
}
