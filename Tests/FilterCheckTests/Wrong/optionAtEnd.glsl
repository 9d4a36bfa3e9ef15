// finds breaks-above
//! filter optionAtEnd: A shoulder of two kinds, one of which is hard where its softness is none.
//! kind   point
//! param  kneed bool = false: Whether the knee is that of film.
//! param  soft float = 0.5 in 0...1: How soft the film's knee is.

vec4 optionAtEnd(vec4 color) {
    vec4 straight = unpremultiplied(color);
    vec3 hard = min(straight.rgb, vec3(6.0));
    return premultiplied(vec4(kneed ? mix(hard, straight.rgb, soft) : straight.rgb, straight.a));
}
