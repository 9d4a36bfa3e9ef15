// finds goes-negative
//! filter burnToBlack: Linear burn of the picture by a colour, as far below black as that leads.
//! kind   point
//! param  paper color = 1/1/1/1 in 0...1: What is burnt in.

vec4 burnToBlack(vec4 color) {
    return vec4(color.rgb + (paper.rgb - 1.0) * color.a, color.a);
}
