// finds raw-time
//! filter rawTime: Pulses by a sine of the time.
//! kind   point

vec4 rawTime(vec4 color) {
    float pulse = 0.75 + 0.25 * sin(time * 12.566370614);
    return vec4(color.rgb * pulse, color.a);
}
