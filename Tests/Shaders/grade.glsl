//! filter grade: Lift, gamma and gain, a turn of hue and a look, without tables.
//! kind   point
//! param  lift  vec3  = 0/0/0 in -0.5...0.5: Added to the darks.
//! param  gain  vec3  = 1/1/1 in 0...4: Multiplies the lights.
//! param  gamma float = 1 in 0.25...4: Bends the middle.
//! param  hue   float = 0 in -3.14159...3.14159 [rad]: Turns all colours.
//! param  look  choice = none of none bleach teal: A look on top.

#define TO_RAD 0.017453292

mat3 turn(float angle) {
    const vec3 axis = vec3(0.57735027);
    float c = cos(angle), s = sin(angle), o = 1.0 - c;
    mat3 m = mat3(c) + outerProduct(axis, axis) * o;
    m += mat3(0.0, axis.z, -axis.y, -axis.z, 0.0, axis.x, axis.y, -axis.x, 0.0) * s;
    return m;
}

vec3 looked(vec3 c) {
    float y = luminance(c);
    switch (look) {
        case look_bleach:
            return mix(c, vec3(y), 0.4) * 1.1;
        case look_teal: {
            vec3 tint = y < 0.5 ? vec3(0.9, 1.0, 1.1) : vec3(1.1, 1.0, 0.9);
            return c * tint;
        }
        default:
            break;
    }
    return c;
}

vec4 grade(vec4 color) {
    vec4 c = unpremultiplied(color);
    c.rgb = gain * (c.rgb + lift * (1.0 - c.rgb));
    c.rgb = sign(c.rgb) * pow(abs(c.rgb), vec3(1.0 / gamma));
    if (hue != 0.0) c.rgb = turn(hue) * c.rgb;
    c.rgb = looked(c.rgb);
    return premultiplied(c);
}
