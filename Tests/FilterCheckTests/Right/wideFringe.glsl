//! filter wideFringe: Red and blue apart by a share of the picture, and a reach that grows with it.
//! kind   area
//! reach  0.03 * (size.x + size.y) + 1.0

vec4 wideFringe() {
    vec2 apart = (position - 0.5 * size) * 0.05;
    vec4 here = at(position);
    return vec4(at(position + apart).r, here.g, at(position - apart).b, here.a);
}
