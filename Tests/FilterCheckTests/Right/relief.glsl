//! filter relief: Raise edges as if light came from the left.
//! kind   area
//! param  height float = 0.5 in 0...4: How high.
//! reach  1
//! law    constantKept
//! alpha  changes
//! intends goes-negative: A relief is as much darker on one side as it is brighter on the other.

vec4 relief() {
    return pixel(vec2(0.0)) + height * (pixel(vec2(1.0, 0.0)) - pixel(vec2(-1.0, 0.0)));
}
