//! filter zoomBlur: Streak the picture along rays from a centre, as a lens zoomed during the exposure does.
//! kind   area
//! param  amount float = 0.1 in 0...0.95: How far the zoom goes: the mean of the picture at scales 1 - amount to 1.
//! param  center point = center: The place that stays sharp.
//! param  symmetric bool = false: Zoom from 1 - amount/2 to 1 + amount/2, which keeps the picture's size.
//! param  edge choice = clamp of clamp transparent mirror: What lies outside the picture: its border stretched, nothing, or its mirror image.
//! pass   finest
//! pass   fine
//! pass   coarse
//! pass   coarsest
//! alpha  changes
//! show   amount = 0.25
//! law    identity when amount = 0
//! law    constantKept when edge = clamp

// Four passes of four taps place 256 samples at scales farthest * ratio^n. Each stands for the gap to the next, which
// shrinks by the same ratio: weights of ratio^n make the sum an evenly weighted mean, and they split over the passes.
// Only the first pass can read outside the picture, so the edge is treated once. Scales above 1 belong there.
const float samples = 256.0;

float farthest() { return symmetric ? 1.0 + 0.5 * amount : 1.0; }

float ratio(float steps) {
    float nearest = symmetric ? 1.0 - 0.5 * amount : 1.0 - amount;
    return pow(nearest / farthest(), steps / samples);
}

vec4 read(vec2 place) {
    if (edge == edge_transparent) { return atOrClear(place); }
    if (edge == edge_mirror) { place = size - abs(size - abs(place)); }
    return at(place);
}

vec4 sweep(float start, float factor) {
    vec4 sum = vec4(0.0);
    float total = 0.0;
    float weight = 1.0;
    for (int i = 0; i < 4; ++i) {
        sum += weight * read(position + (center - position) * (1.0 - start * weight));
        total += weight;
        weight *= factor;
    }
    return sum / total;
}

// Half a gap further in, samples stand in the middles of their gaps.
vec4 finest() { return sweep(farthest() * 0.5 * (1.0 + ratio(1.0)), ratio(1.0)); }

vec4 fine() { return sweep(1.0, ratio(4.0)); }

vec4 coarse() { return sweep(1.0, ratio(16.0)); }

vec4 coarsest() { return sweep(1.0, ratio(64.0)); }
