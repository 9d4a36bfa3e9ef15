// finds unknown-finding
//! filter unknownIntent: Means something that there is not.
//! kind   point
//! intends clips-at-two: A slip.

vec4 unknownIntent(vec4 color) {
    return color;
}
