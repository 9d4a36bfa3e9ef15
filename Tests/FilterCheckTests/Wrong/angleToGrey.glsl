// finds not-finite
//! filter angleToGrey: Lifts colours by their angle to grey, of which rounding makes the cosine more than 1.
//! kind   point

vec4 angleToGrey(vec4 color) {
    vec3 direction = normalize(max(color.rgb, vec3(1e-5)));
    float angle = acos(dot(direction, vec3(0.577350269)));
    return vec4(color.rgb * (1.0 + 0.2 * angle), color.a);
}
