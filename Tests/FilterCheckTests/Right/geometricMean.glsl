//! filter geometricMean: Blends by the root of the product.
//! kind   blend

vec3 mean(vec3 a, vec3 b) { return sign(a) * sqrt(abs(a) * max(b, vec3(0.0))); }

vec4 geometricMean(vec4 below, vec4 above) {
    vec4 b = unpremultiplied(below);
    vec4 s = unpremultiplied(above);
    return above * (1.0 - below.a) + below * (1.0 - above.a) + vec4(mean(b.rgb, s.rgb), 1.0) * (below.a * above.a);
}
