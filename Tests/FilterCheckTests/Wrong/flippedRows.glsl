// finds half-pixel-off
//! filter flippedRows: Upside down, with rows counted as if their centres were whole numbers.
//! kind   area
//! reach  size.y

vec4 flippedRows() {
    return at(vec2(position.x, size.y - 1.0 - floor(position.y)));
}
