// finds weights-off
//! filter greyWeights: Weakens colour around a grey whose weights have a digit wrong.
//! kind   point
//! param  amount float = 1 in 0...1: 1 leaves the picture as it is.
//! law    identity when amount = 1

vec4 greyWeights(vec4 color) {
    vec3 grey = vec3(dot(color.rgb, vec3(0.299, 0.587, 0.144)));
    return vec4(mix(grey, color.rgb, amount), color.a);
}
