// bt2390Prepared with the fast PQ curves. Worst error: 0.014 of an 8-bit code where white is 203 cd/m2, 1.5e-4 of the
// light.
//
// From PQ through this, BT.709 and lightToBT1886Fast, greys are right to 0.05 of an 8-bit code and light to 4.3e-4 of
// white. A channel that the gamut step brings next to 0 can differ by more codes than that: the display's curve is steep
// there, and the exact functions in float32 differ by up to 0.4 at the same places.
float bt2390PreparedFast(float nits, vec4 k) {
    float e = min(nitsToPQFast(max(nits, 0.0)) / k.x, 1.0);
    float rest = max(1.0 - k.z, 1e-6);
    float t = max((e - k.z) / rest, 0.0);
    float bent = pqToNitsFast((e - rest * t * t * (1.0 - t * (1.0 / 3.0))) * k.x);
    return e < min(k.z, 1.0) ? nits : bent;
}

float bt2390GainFast(float nits, vec4 k) {
    float positive = max(nits, 1e-6);
    return bt2390PreparedFast(positive, k) / positive;
}
