// finds goes-negative
//! filter chromaAdded: Adds the upper picture's colour without its light, which greys do not show.
//! kind   blend

vec4 chromaAdded(vec4 below, vec4 above) {
    vec3 source = unpremultiplied(above).rgb;
    vec3 mixed = unpremultiplied(below).rgb + 0.5 * (source - luminance(source));
    return above * (1.0 - below.a) + below * (1.0 - above.a) + vec4(mixed, 1.0) * (below.a * above.a);
}
