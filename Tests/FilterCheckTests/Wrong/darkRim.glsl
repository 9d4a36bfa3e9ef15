// finds weights-off
//! filter darkRim: A blur that leaves out what lies outside, and divides colour by all weights.
//! kind   area
//! reach  3

vec4 darkRim() {
    vec4 sum = vec4(0.0);
    float count = 0.0;
    for (int x = -3; x <= 3; ++x) {
        vec2 place = position + vec2(x, 0);
        if (place.x > 0.0 && place.x < size.x) {
            sum += texel(place);
            count += 1.0;
        }
    }
    return vec4(sum.rgb / 7.0, sum.a / count);
}
