//! filter splitChannels: Red to the left and blue to the right, as on worn tape, within what the picture covers.
//! kind   area
//! param  apart int = 2 in 0...8 [pixels]: How far.
//! reach  apart

vec4 splitChannels() {
    vec4 own = pixel(ivec2(0));
    vec3 straight = unpremultiplied(own).rgb;
    vec4 left = pixel(ivec2(apart, 0));
    vec4 right = pixel(ivec2(-apart, 0));
    float red = left.r + straight.r * (1.0 - left.a);
    float blue = right.b + straight.b * (1.0 - right.a);
    return vec4(vec3(red, straight.g, blue) * own.a, own.a);
}
