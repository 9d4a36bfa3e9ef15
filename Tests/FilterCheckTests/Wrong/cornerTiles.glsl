// finds half-pixel-off
//! filter cornerTiles: Tiles of one colour, read at their corners.
//! kind   area
//! param  cell float = 8 in 1...32 [pixels]: A side.
//! reach  cell

vec4 cornerTiles() {
    return at(floor(position / cell) * cell);
}
