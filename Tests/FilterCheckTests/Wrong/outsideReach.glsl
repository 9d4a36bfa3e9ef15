// finds reads-outside-reach
//! filter outsideReach: Reads three pixels away and admits one.
//! kind   area
//! reach 1

vec4 outsideReach() {
    return (pixel(vec2(-3.0, 0.0)) + pixel(vec2(0.0)) + pixel(vec2(3.0, 0.0))) / 3.0;
}
