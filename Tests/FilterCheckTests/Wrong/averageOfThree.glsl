// finds weights-off
//! filter averageOfThree: Black and white in several ways, one of which is a third and another.
//! kind   point
//! param  way choice = light of light third: How colours are weighed.

vec4 averageOfThree(vec4 color) {
    vec3 weights = way == way_third ? vec3(0.33) : vec3(0.2627, 0.678, 0.0593);
    return vec4(vec3(dot(color.rgb, weights)), color.a);
}
