// The largest channel where one is positive, else a negative one. Bits of floats that are not both negative are in the
// order of whole numbers, and software devices compare those in a fifth of the time: max has to mind what is no number.
float brightestFast(vec3 color) {
    ivec3 bits = floatBitsToInt(color);
    return intBitsToFloat(max(max(bits.r, bits.g), bits.b));
}

// desaturatedInto without its special cases: what fits already comes back within a rounding error, and a channel that
// should reach the top may pass it by one.
vec3 desaturatedIntoFast(vec3 color, float y, float top) {
    // The most negative channel, whose bits are the largest number without a sign. Where none is, the largest: then no
    // share is too large.
    uvec3 bits = floatBitsToUint(color);
    float low = uintBitsToFloat(max(max(bits.r, bits.g), bits.b));
    float high = brightestFast(color);
    float lowShare = y / max(y - low, 1e-20);
    float highShare = max(top - y, 0.0) / max(high - y, 1e-20);
    float least = intBitsToFloat(min(floatBitsToInt(lowShare), floatBitsToInt(highShare)));
    float share = y > 0.0 ? min(least, 1.0) : 0.0;
    float grey = max(y, 0.0);
    return max(vec3(grey) + share * (color - vec3(grey)), 0.0) + vec3(min(y, 0.0));
}
