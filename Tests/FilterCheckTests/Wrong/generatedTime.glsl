// finds raw-time
//! filter generatedTime: A light that pulses by a sine of the time.
//! kind   generate

vec4 generatedTime() {
    return vec4(vec3(1.0 + 0.5 * sin(time * 12.566370614)), 1.0);
}
