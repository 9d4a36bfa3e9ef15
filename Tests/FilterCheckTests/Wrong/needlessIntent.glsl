// finds needless-intent
//! filter needlessIntent: Excuses itself for nothing.
//! kind   point
//! intends goes-negative: An excuse.

vec4 needlessIntent(vec4 color) {
    return color;
}
