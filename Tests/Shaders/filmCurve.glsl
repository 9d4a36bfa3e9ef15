//! filter filmCurve: A filmic shoulder and toe, channel by channel.
//! kind   point
//! param  exposure float = 1 in 0.1...8: Light is multiplied by it first.
//! param  white    float = 4 in 1...32: Light that comes out as 1.

struct Curve { float a, b, c, d, e, f; };

const Curve film = Curve(0.22, 0.30, 0.10, 0.20, 0.01, 0.30);

float apply(const Curve k, float x) {
    return (x * (k.a * x + k.c * k.b) + k.d * k.e) / (x * (k.a * x + k.b) + k.d * k.f) - k.e / k.f;
}

vec3 apply(const Curve k, vec3 v) { return vec3(apply(k, v.r), apply(k, v.g), apply(k, v.b)); }

vec4 filmCurve(vec4 color) {
    if (color.a <= 0.0) return vec4(0.0);
    vec3 straight = max(color.rgb / color.a, vec3(0.0)) * exposure;
    vec3 mapped = apply(film, straight) / apply(film, white);
    return vec4(mapped * color.a, color.a);
}
