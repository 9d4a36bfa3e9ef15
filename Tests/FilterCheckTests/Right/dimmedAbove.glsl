//! filter dimmedAbove: Dim what is brighter than a limit, to show where it is.
//! kind   point
//! param  limit float = 8 in 2...32 [white]: What is too bright.

vec4 dimmedAbove(vec4 color) {
    return luminance(unpremultiplied(color).rgb) > limit ? vec4(0.5 * color.rgb, color.a) : color;
}
