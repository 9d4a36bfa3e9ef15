//! filter screen: Brighten like a double exposure that saturates at reference white; above white, the brighter stays.
//! kind   blend
//! light  linear
//! expect (0.5, 0.25, 1, 1), (0.5, 0.5, 0.5, 1) -> (0.75, 0.625, 1, 1)
//! expect (3, 0.5, 4, 1), (3, 2, 0.25, 1) -> (3, 2, 4, 1)

vec4 screen(vec4 below, vec4 above) {
    vec3 backdrop = unpremultiplied(below).rgb;
    vec3 source = unpremultiplied(above).rgb;
    // The product formula falls once one of them passes 1; both forms give 1 where they meet.
    vec3 low = 1.0 - (1.0 - min(backdrop, vec3(1.0))) * (1.0 - min(source, vec3(1.0)));
    vec3 mixed = low + max(max(backdrop, source) - 1.0, vec3(0.0));
    return above * (1.0 - below.a) + below * (1.0 - above.a) + vec4(mixed, 1.0) * (below.a * above.a);
}
