// finds not-finite
//! filter generatedRoot: A dome whose height is no number outside its circle.
//! kind   generate

vec4 generatedRoot() {
    vec2 away = (position - 0.5 * size) / size.y;
    return vec4(vec3(sqrt(0.16 - dot(away, away))), 1.0);
}
