//! filter nearestTiles: Tiles of one colour, that of a pixel near their middles.
//! kind   area
//! param  cell float = 8 in 1...32 [pixels]: A side.
//! reach  cell

vec4 nearestTiles() {
    return texel((floor(position / cell) + 0.5) * cell);
}
