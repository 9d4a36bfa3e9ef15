//! filter brightBlur: A blur that is brightened by a gain and by stops.
//! kind   area
//! param  gain float = 1 in 0...2: How bright.
//! param  stops float = 0 in -1...1 [stops]: Exposure.
//! reach  1

vec4 brightBlur() {
    vec4 sum = pixel(ivec2(-1, 0)) + pixel(ivec2(0)) + pixel(ivec2(1, 0));
    return vec4(sum.rgb * gain * exp2(stops), sum.a) / 3.0;
}
