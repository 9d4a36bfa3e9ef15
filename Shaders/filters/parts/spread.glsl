// Saturation as the W3C blend modes take it: the distance from a colour's smallest channel to its largest.

float spread(vec3 color) {
    return max(max(color.r, color.g), color.b) - min(min(color.r, color.g), color.b);
}

// The hue of a colour that is grey within a ten-bit code is noise and counts as none, else it would be blown up; from
// two codes on all of it counts. Codes of colours brighter than white are as much larger.
vec3 withSpread(vec3 color, float wanted) {
    float low = min(min(color.r, color.g), color.b);
    float high = max(max(color.r, color.g), color.b);
    float code = max(max(high, -low), 1.0) / 1024.0;
    float share = clamp((high - low) / code - 1.0, 0.0, 1.0);
    return (color - low) * (share * wanted / max(high - low, code));
}
