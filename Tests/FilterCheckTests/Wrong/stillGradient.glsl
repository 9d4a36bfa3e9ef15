// finds not-finite
//! filter stillGradient: Takes the root of what a still's slope leaves of a quarter.
//! kind   point
//! param  tone image: A curve.

vec4 stillGradient(vec4 color) {
    float rise = tone(vec2(0.75, 0.5)).r - tone(vec2(0.25, 0.5)).r;
    return vec4(color.rgb * sqrt(0.25 - rise), color.a);
}
