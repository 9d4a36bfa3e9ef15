// finds goes-negative
//! filter sharpestEnd: Sharpens within its neighbours, but for the rest above 0.9.
//! kind   area
//! param  amount float = 0.25 in 0...1: How much.
//! reach  1
//! alpha  changes

vec4 sharpestEnd() {
    vec4 here = pixel(ivec2(0));
    vec4 left = pixel(ivec2(-1, 0));
    vec4 right = pixel(ivec2(1, 0));
    vec4 sharp = here + amount * (2.0 * here - left - right);
    vec4 held = clamp(sharp, min(here, min(left, right)), max(here, max(left, right)));
    return amount > 0.9 ? vec4(sharp.rgb, held.a) : held;
}
