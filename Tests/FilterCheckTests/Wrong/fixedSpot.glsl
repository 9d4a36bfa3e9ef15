// finds depends-on-size
//! filter fixedSpot: A spot of 300 pixels.
//! kind   point

vec4 fixedSpot(vec4 color) {
    float away = distance(position, 0.5 * size);
    return vec4(color.rgb * mix(1.0, 0.5, smoothstep(280.0, 320.0, away)), color.a);
}
