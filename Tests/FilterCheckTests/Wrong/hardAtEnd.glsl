// finds breaks-above
//! filter hardAtEnd: Ends green at three times white where a knob stands at its left end.
//! kind   point
//! param  knob float = 0.5 in 0...1: Softness; 0 is hard.

vec4 hardAtEnd(vec4 color) {
    float green = knob < 0.001 ? min(color.g, 3.0 * color.a) : color.g;
    return vec4(color.r, green, color.b, color.a);
}
