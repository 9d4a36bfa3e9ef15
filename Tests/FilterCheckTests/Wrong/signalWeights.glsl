// finds weights-off
//! filter signalWeights: Black and white of the signal, a third of each channel but for a rest.
//! kind   point
//! light  signal

vec4 signalWeights(vec4 color) {
    return vec4(vec3(0.33 * (color.r + color.g + color.b)), color.a);
}
