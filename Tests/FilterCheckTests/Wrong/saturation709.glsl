// finds goes-negative
//! filter saturation709: Strengthens colour around a grey that is weighed for BT.709.
//! kind   point
//! param  amount float = 1.25 in 0...2: 1 leaves colour as it is.

vec4 saturation709(vec4 color) {
    float grey = dot(color.rgb, vec3(0.2126, 0.7152, 0.0722));
    return vec4(mix(vec3(grey), color.rgb, amount), color.a);
}
