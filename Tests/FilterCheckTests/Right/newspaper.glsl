//! filter newspaper: Black and white, brightened by stops; weights that are set may sum to what they like.
//! kind   point
//! param  weights vec3 = 0.3/0.6/0.1 in 0...2: How much each channel counts.
//! param  stops float = 0 in -4...4 [stops]: Exposure.

vec4 newspaper(vec4 color) {
    return vec4(vec3(dot(color.rgb, weights)) * exp2(stops), color.a);
}
