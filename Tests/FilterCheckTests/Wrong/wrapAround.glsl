// finds reads-outside-reach
//! filter wrapAround: Reads the other side of the picture beyond its border.
//! kind   area
//! reach 2

vec4 wrapAround() {
    vec2 left = mod(position - vec2(2.0, 0.0) + size, size);
    vec2 right = mod(position + vec2(2.0, 0.0), size);
    return (texel(left) + texel(right)) * 0.5;
}
