// finds example-broken
//! filter wrongExample: Shows a number that it does not compute.
//! kind   point
//! expect (1, 2, 4, 1) -> (0.5, 1, 2.01, 1)

vec4 wrongExample(vec4 color) {
    return vec4(color.rgb * 0.5, color.a);
}
