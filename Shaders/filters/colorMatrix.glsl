//! filter colorMatrix: Mix red, green and blue anew: three weighted sums of linear light, and an offset.
//! kind   point
//! param  red    vec3 = 1/0/0 in -16...16: How much of red, green and blue makes the new red.
//! param  green  vec3 = 0/1/0 in -16...16: How much of red, green and blue makes the new green.
//! param  blue   vec3 = 0/0/1 in -16...16: How much of red, green and blue makes the new blue.
//! param  offset vec3 = 0/0/0 in -16...16 [white]: Light added to red, green and blue.
//! show   red = 0/0/1, green = 1/0/0, blue = 0/1/0
//! law    identity when red = 1/0/0, green = 0/1/0, blue = 0/0/1, offset = 0/0/0
//! intends goes-negative: Negative weights and offsets take light away, as far as they are asked to.
//! expect red = 0/1/0, green = 0/0/1, blue = 1/0/0: (1, 2, 3, 1) -> (2, 3, 1, 1)
//! expect red = 0.5/0.25/0, offset = 1/0/-1: (1, 0.5, 0.25, 0.5) -> (1.125, 0.5, -0.25, 0.5)

vec4 colorMatrix(vec4 color) {
    vec3 mixed = vec3(dot(red, color.rgb), dot(green, color.rgb), dot(blue, color.rgb));
    return vec4(mixed + offset * color.a, color.a);
}
