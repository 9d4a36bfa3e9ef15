//! filter tiltShift: Sharp in the middle, soft above and below, as a model looks.
//! kind   area
//! param  most float = 3 in 0...8 [pixels]: How soft the borders are.
//! reach  most + 1
//! law    identity when most = 0
//! law    constantKept

vec4 tiltShift() {
    float blur = most * abs(position.y / size.y - 0.5) * 2.0;
    vec4 sum = vec4(0.0);
    for (int i = -4; i <= 4; ++i) { sum += at(position + vec2(0.0, blur * float(i) / 4.0)); }
    return sum / 9.0;
}
