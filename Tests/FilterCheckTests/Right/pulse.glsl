//! filter pulse: Breathe twice a second.
//! kind   point
//! phase  beat = 2 per second

vec4 pulse(vec4 color) {
    return vec4(color.rgb * (0.75 + 0.25 * sin(beat * 6.283185307)), color.a);
}
