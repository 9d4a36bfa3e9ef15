// desaturatedInto without its special cases: what fits already comes back within a rounding error, and a channel that
// should reach the top may pass it by one.
vec3 desaturatedIntoFast(vec3 color, float y, float top) {
    float low = min(min(color.r, color.g), color.b);
    float high = max(max(color.r, color.g), color.b);
    float lowShare = y / max(y - low, 1e-20);
    float highShare = max(top - y, 0.0) / max(high - y, 1e-20);
    float share = y > 0.0 ? min(min(lowShare, highShare), 1.0) : 0.0;
    float grey = max(y, 0.0);
    return max(vec3(grey) + share * (color - vec3(grey)), 0.0) + vec3(min(y, 0.0));
}
