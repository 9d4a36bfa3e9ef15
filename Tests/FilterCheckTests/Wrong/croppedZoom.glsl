// finds half-pixel-off depends-on-size
//! filter croppedZoom: Scales pixel numbers instead of their centres, which moves all of it at scale 1.
//! kind   area
//! param  scale float = 1 in 0.25...4: How large.
//! alpha  changes

vec4 croppedZoom() {
    vec2 corner = floor(position);
    return at((corner - 0.5 * size) / scale + 0.5 * size);
}
