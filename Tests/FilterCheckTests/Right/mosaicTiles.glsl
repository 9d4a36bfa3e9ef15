//! filter mosaicTiles: Tiles of one colour each, taken from their middles.
//! kind   warp
//! param  tile float = 6 in 1...64 [pixels]: A side.

vec2 mosaicTiles(vec2 place) {
    return min((floor(place / tile) + 0.5) * tile, size - 0.5);
}
