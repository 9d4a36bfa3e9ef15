// finds goes-negative
//! filter leftInP3: Converts to Display P3 and forgets the way back.
//! kind   point

vec4 leftInP3(vec4 color) {
    return vec4(bt2020ToDisplayP3(color.rgb), color.a);
}
