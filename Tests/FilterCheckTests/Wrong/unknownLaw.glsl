// finds unknown-law
//! filter unknownLaw: Declares a law that there is not.
//! kind   point
//! law idempotent

vec4 unknownLaw(vec4 color) {
    return color;
}
