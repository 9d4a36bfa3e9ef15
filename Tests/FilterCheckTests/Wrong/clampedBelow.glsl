// finds clips-at-one
//! filter clampedBelow: Lays a picture over one that ends at white.
//! kind   blend

vec4 clampedBelow(vec4 below, vec4 above) {
    return above + vec4(min(below.rgb, vec3(below.a)), below.a) * (1.0 - above.a);
}
