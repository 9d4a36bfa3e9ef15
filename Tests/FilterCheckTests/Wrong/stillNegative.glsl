// finds not-finite
//! filter stillNegative: Takes the root of a still, which may be negative.
//! kind   point
//! param  grain image: What is laid over.

vec4 stillNegative(vec4 color) {
    return vec4(color.rgb * sqrt(grain(vec2(0.5)).r), color.a);
}
