//! filter relativeSpot: A spot of a share of the picture's width.
//! kind   point

vec4 relativeSpot(vec4 color) {
    float away = distance(position, 0.5 * size) / size.x;
    return vec4(color.rgb * mix(1.0, 0.5, smoothstep(0.2, 0.3, away)), color.a);
}
