// finds reads-outside-reach
//! filter growingFringe: Red and blue apart by a share of the picture, with the reach of a small one.
//! kind   area
//! reach  3

vec4 growingFringe() {
    vec2 apart = (position - 0.5 * size) * 0.05;
    vec4 here = at(position);
    return vec4(at(position + apart).r, here.g, at(position - apart).b, here.a);
}
