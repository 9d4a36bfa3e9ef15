// finds not-finite unpremultiplied-edges
//! filter spreadOfColour: Multiplies by the spread of the channels, whose square rounding takes below 0.
//! kind   point

vec4 spreadOfColour(vec4 color) {
    float mean = (color.r + color.g + color.b) / 3.0;
    float square = (color.r * color.r + color.g * color.g + color.b * color.b) / 3.0;
    return vec4(color.rgb * (1.0 + 0.1 * sqrt(square - mean * mean)), color.a);
}
