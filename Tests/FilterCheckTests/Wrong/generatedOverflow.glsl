// finds overflows
//! filter generatedOverflow: A sun in the corner, brighter than pictures hold.
//! kind   generate

vec4 generatedOverflow() {
    vec2 away = position / size.y;
    return vec4(vec3(dot(away, away) < 0.0203 ? 100000.0 : 1.0), 1.0);
}
