// finds clips-negative
//! filter clippedLower: Lays a picture over one that ends at black.
//! kind   blend

vec4 clippedLower(vec4 below, vec4 above) {
    return above + vec4(max(below.rgb, vec3(0.0)), below.a) * (1.0 - above.a);
}
