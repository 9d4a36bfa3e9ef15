// finds goes-negative loses-alpha fills-transparent unpremultiplied-edges
//! filter talkInverter: The talk's inverter, written for SDR.
//! kind   point

vec4 talkInverter(vec4 s) {
    return vec4(1.0 - s.r, 1.0 - s.g, 1.0 - s.b, 1.0);
}
