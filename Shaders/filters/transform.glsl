//! filter transform: Move, scale, turn or shear the picture; what it leaves is transparent.
//! kind   area
//! param  xAxis  vec2 = 1/0 in -64...64: Where one pixel to the right goes: x' = xAxis.x x + yAxis.x y + offset.x.
//! param  yAxis  vec2 = 0/1 in -64...64: Where one pixel down goes: y' = xAxis.y x + yAxis.y y + offset.y.
//! param  offset vec2 = 0/0 in -65536...65536 [pixels]: Where the top-left corner goes.
//! param  sampling choice = bilinear of bilinear bicubic: bilinear never overshoots; bicubic (Catmull-Rom) is sharper.
//! alpha  changes
//! show   xAxis = 0.8/0.2, yAxis = -0.2/0.8, offset = 25/-3
//! law    identity when xAxis = 1/0, yAxis = 0/1, offset = 0/0

// Whole-pixel moves land on texel centres, where floor would hang on rounding; this much beside them, it does not.
const float aside = 0.0009765625;

vec2 origin(float area) {
    vec2 place = position - offset;
    return vec2(yAxis.y * place.x - yAxis.x * place.y, xAxis.x * place.y - xAxis.y * place.x) / area;
}

// Catmull-Rom's kernel at a distance from the sample: 1 at 0, none from 2 on.
float weight(float away) {
    float near = min(abs(away), 1.0);
    float far = clamp(abs(away) - 1.0, 0.0, 1.0);
    return ((1.5 * near - 2.5) * near) * near + 1.0 + ((1.0 - 0.5 * far) * far - 0.5) * far;
}

vec4 bicubic(vec2 place) {
    vec2 first = floor(place - 0.5 + aside) + 0.5;
    vec4 sum = vec4(0.0);
    for (int y = -1; y < 3; ++y) {
        for (int x = -1; x < 3; ++x) {
            vec2 tap = first + vec2(float(x), float(y));
            sum += weight(tap.x - place.x) * weight(tap.y - place.y) * texelOrClear(tap);
        }
    }
    return vec4(sum.rgb, clamp(sum.a, 0.0, 1.0));
}

vec4 transform() {
    float area = xAxis.x * yAxis.y - xAxis.y * yAxis.x;
    if (abs(area) < 1e-6) { return vec4(0.0); }
    vec2 place = origin(area);
    return sampling == sampling_bicubic ? bicubic(place) : atOrClear(place);
}
