//! filter crop: Keep a rectangle and clear everything outside it.
//! kind   point
//! param  rectangle vec4 = 0/0/65536/65536 in -65536...65536 [pixels]: Left, top, width and height; an edge inside a pixel keeps that part of it.
//! alpha  changes
//! show   rectangle = 26/16/100/56
//! law    identity when rectangle = 0/0/65536/65536
//! expect (0.5, 1, 2, 1) -> (0.5, 1, 2, 1)
//! expect rectangle = 0.5/0/1/1: (0.5, 1, 2, 1) -> (0.25, 0.5, 1, 0.5)
//! expect rectangle = 1/0/4/4: (0.5, 1, 2, 1) -> (0, 0, 0, 0)

// Below this much of a pixel nothing is kept, not even what is no number.
const float nothing = 0.001;

vec4 crop(vec4 color) {
    vec2 from = max(position - 0.5, rectangle.xy);
    vec2 until = min(position + 0.5, rectangle.xy + rectangle.zw);
    vec2 covered = until - from;
    if (covered.x < nothing || covered.y < nothing) { return vec4(0.0); }
    return color * (covered.x * covered.y);
}
