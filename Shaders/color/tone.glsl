// BT.2390's EETF with blacks at 0, on a luminance in cd/m2. Light of 0 and less comes back as it is; light above the
// source's peak counts as it.
//
// k = (PQ of the source's peak, maxLum = PQ of the target's peak over it, knee = 1.5 maxLum - 0.5, unused).
float bt2390Prepared(float nits, vec4 k) {
    float e = min(nitsToPQ(max(nits, 0.0)) / k.x, 1.0);
    // With this knee, the report's cubic in t = (e - knee) / (1 - knee) lies (1 - knee) (t^2 - t^3 / 3) under the
    // diagonal.
    float rest = max(1.0 - k.z, 1e-6);
    float t = max((e - k.z) / rest, 0.0);
    float bent = pqToNits((e - rest * t * t * (1.0 - t / 3.0)) * k.x);
    return e < min(k.z, 1.0) ? nits : bent;
}

// What to multiply a pixel with whose brightest channel has that luminance; 1 where it is not positive.
float bt2390Gain(float nits, vec4 k) {
    float positive = max(nits, 1e-6);
    return bt2390Prepared(positive, k) / positive;
}

float bt2390(float nits, float sourcePeak, float targetPeak) {
    float source = nitsToPQ(sourcePeak);
    float maxLum = nitsToPQ(targetPeak) / source;
    return bt2390Prepared(nits, vec4(source, maxLum, 1.5 * maxLum - 0.5, 0.0));
}

// The gain that keeps the brightest channel under peak: the identity up to knee, then an asymptotic approach.
float shoulderGain(float maxLight, float knee, float peak) {
    float over = maxLight - knee;
    float room = peak - knee;
    return over > 0.0 && maxLight > 0.0 ? (knee + room * over / (over + room)) / maxLight : 1.0;
}
