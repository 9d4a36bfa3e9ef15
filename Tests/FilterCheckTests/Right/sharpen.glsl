//! filter sharpen: Sharpen by the difference from a blur of three pixels, between the darkest and the brightest of them.
//! kind   area
//! param amount float = 0.5 in 0...4: How much.
//! reach  1
//! law    identity when amount = 0
//! law    constantKept
//! alpha  changes

vec4 sharpen() {
    vec4 left = pixel(vec2(-1.0, 0.0));
    vec4 here = pixel(vec2(0.0));
    vec4 right = pixel(vec2(1.0, 0.0));
    vec4 sharp = here + amount * (here - (left + here + right) / 3.0);
    return clamp(sharp, min(min(left, here), right), max(max(left, here), right));
}
