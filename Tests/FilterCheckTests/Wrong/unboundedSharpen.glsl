// finds goes-negative
//! filter unboundedSharpen: Adds what a blur of three pixels takes away, as far below black as that leads.
//! kind   area
//! param  amount float = 0.5 in 0...4: How much.
//! reach  1
//! alpha  changes

vec4 unboundedSharpen() {
    vec4 here = pixel(vec2(0.0));
    vec4 blurred = (pixel(vec2(-1.0, 0.0)) + here + pixel(vec2(1.0, 0.0))) / 3.0;
    return here + amount * (here - blurred);
}
