// Luminance of BT.2020 light.
float luminance(vec3 light) {
    return dot(light, vec3(0.2627, 0.6780, 0.0593));
}

// Between primaries with D65 white, linear light to linear light.
vec3 bt709ToBT2020(vec3 light) {
    return vec3(
        dot(light, vec3(0.627403895935, 0.329283038378, 0.043313065687)),
        dot(light, vec3(0.069097289358, 0.919540395075, 0.011362315566)),
        dot(light, vec3(0.016391438875, 0.088013307877, 0.895595253248)));
}

vec3 bt2020ToBT709(vec3 light) {
    return vec3(
        dot(light, vec3(1.660491002108, -0.587641138789, -0.072849863320)),
        dot(light, vec3(-0.124550474522, 1.132899897126, -0.008349422604)),
        dot(light, vec3(-0.018150763355, -0.100578898008, 1.118729661363)));
}

vec3 displayP3ToBT2020(vec3 light) {
    return vec3(
        dot(light, vec3(0.753833034362, 0.198597369053, 0.047569596586)),
        dot(light, vec3(0.045743848965, 0.941777219812, 0.012478931223)),
        dot(light, vec3(-0.001210340355, 0.017601717301, 0.983608623053)));
}

vec3 bt2020ToDisplayP3(vec3 light) {
    return vec3(
        dot(light, vec3(1.343578252585, -0.282179670526, -0.061398582058)),
        dot(light, vec3(-0.065297452789, 1.075787915849, -0.010490463059)),
        dot(light, vec3(0.002821787262, -0.019598494525, 1.016776707265)));
}

// The most colourful point on the way from grey of luminance y to color whose channels lie in 0...top (top >= y).
// That grey itself where y is not positive, unless color already fits.
vec3 desaturatedInto(vec3 color, float y, float top) {
    float low = min(min(color.r, color.g), color.b);
    float high = max(max(color.r, color.g), color.b);
    float lowShare = y / (y - low);
    float highShare = max(top - y, 0.0) / (high - y);
    float share = min(low < 0.0 ? lowShare : 1.0, high > top ? highShare : 1.0);
    vec3 moved = y > 0.0 ? clamp(vec3(y) + share * (color - vec3(y)), 0.0, top) : vec3(y);
    return low >= 0.0 && high <= top ? color : moved;
}
