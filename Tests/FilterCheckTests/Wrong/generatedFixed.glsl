// finds depends-on-size
//! filter generatedFixed: Stripes that are eight pixels wide, whatever the size.
//! kind   generate

vec4 generatedFixed() {
    float field = floor((position.x + 0.25) * 0.125);
    return vec4(vec3(fract(field * 0.5 + 0.25) < 0.5 ? 0.0 : 4.0), 1.0);
}
