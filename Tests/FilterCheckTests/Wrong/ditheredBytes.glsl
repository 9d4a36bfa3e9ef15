// finds clips-at-one clips-negative
//! filter ditheredBytes: Codes of six bits, as old machines had them, and nothing above.
//! kind   point
//! param  bits int = 6 in 4...8: How many.

vec4 ditheredBytes(vec4 color) {
    vec4 straight = unpremultiplied(color);
    float most = exp2(float(bits)) - 1.0;
    return premultiplied(vec4(floor(clamp(straight.rgb, 0.0, 1.0) * most + 0.5) / most, straight.a));
}
