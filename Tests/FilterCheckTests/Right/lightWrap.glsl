//! filter lightWrap: Lay a picture over another, whose light spills over it by share.
//! kind   blend
//! param  spill float = 0.2 in 0...1: How much.

vec4 lightWrap(vec4 below, vec4 above) {
    vec4 over = above + below * (1.0 - above.a);
    return vec4(over.rgb + spill * below.rgb * above.a, over.a);
}
