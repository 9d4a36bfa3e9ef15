//! filter chromaticAberration: Red and blue drift apart towards the edges, as in a simple lens.
//! kind   area
//! param  shift  float = 3 in -20...20 [px]: How far, at the edge of the picture.
//! reach  abs(shift) + 2.0

vec4 chromaticAberration() {
    vec2 towards = (position - 0.5 * size) / max(size.x, size.y) * 2.0;
    vec4 middle = at(position);
    const vec2 sides[2] = vec2[2](vec2(1.0), vec2(-1.0));
    vec2 offset[2];
    for (int i = 0; i < 2; ++i) offset[i] = sides[i] * towards * shift;
    vec4 red = at(position + offset[0]), blue = at(position + offset[1]);
    return vec4(red.r, middle.g, blue.b, middle.a);
}
