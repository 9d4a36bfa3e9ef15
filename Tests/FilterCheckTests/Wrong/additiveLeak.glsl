// finds fills-transparent unpremultiplied-edges
//! filter additiveLeak: A light leak from the left, laid over what is not there too.
//! kind   point
//! param  strength float = 0.5 in 0...2: How bright.

vec4 additiveLeak(vec4 color) {
    float away = position.x / size.x;
    return vec4(color.rgb + strength * vec3(1.0, 0.4, 0.1) * (1.0 - away), color.a);
}
