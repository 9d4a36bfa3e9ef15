//! filter voronoi: A mosaic of cells, each with a tint of its own.
//! kind   point
//! param  cellSize float = 12 in 4...100 [px]: Size of a cell.

struct Cell { ivec2 id; float distance; };

#define HASH(n) ((n) * 747796405u + 2891336453u)

vec2 jitter(ivec2 id) {
    uint h = HASH(uint(id.x) ^ HASH(uint(id.y)));
    h = ((h >> ((h >> 28) + 4u)) ^ h) * 277803737u;
    h ^= h >> 22;
    return vec2(h & 0xFFFFu, h >> 16) / 65535.0;
}

Cell nearest(vec2 p) {
    Cell best = Cell(ivec2(0), 100.0);
    ivec2 home = ivec2(floor(p));
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x) {
            ivec2 id = home + ivec2(x, y);
            float d = distance(vec2(id) + jitter(id), p);
            if (d >= best.distance) continue;
            best.id = id;
            best.distance = d;
        }
    return best;
}

vec4 voronoi(vec4 color) {
    Cell cell = nearest(position / cellSize);
    vec2 tint = jitter(cell.id + 31);
    color.rg *= 0.5 + tint;
    return color;
}
