//! filter sharpen: Sharpen by the difference from a blur of three pixels.
//! kind   area
//! param amount float = 0.5 in 0...4: How much.
//! reach  1
//! law    identity when amount = 0
//! law    constantKept
//! alpha  changes

vec4 sharpen() {
    vec4 here = pixel(vec2(0.0));
    vec4 blurred = (pixel(vec2(-1.0, 0.0)) + here + pixel(vec2(1.0, 0.0))) / 3.0;
    return here + amount * (here - blurred);
}
