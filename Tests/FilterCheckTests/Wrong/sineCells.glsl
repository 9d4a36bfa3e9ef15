// finds loses-precision depends-on-size
//! filter sineCells: Noise by the sine trick, made of nothing.
//! kind   generate

vec4 sineCells() {
    return vec4(vec3(fract(sin(dot(position, vec2(12.9898, 78.233))) * 43758.5453)), 1.0);
}
