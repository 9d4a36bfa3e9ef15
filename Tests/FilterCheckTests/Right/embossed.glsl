//! filter embossed: Light from the upper left, cut where there is a picture.
//! kind   area
//! param  depth float = 1 in 0...4: How deep.
//! reach  1
//! intends goes-negative: The shaded side of a relief is as much darker as the other is brighter.

vec4 embossed() {
    vec4 own = pixel(ivec2(0));
    vec3 slope = pixel(ivec2(1)).rgb - pixel(ivec2(-1)).rgb;
    return vec4(own.rgb + depth * own.a * slope, own.a);
}
