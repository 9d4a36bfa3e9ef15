//! filter curves: Bend light by smooth curves through points, all channels alike and each by itself.
//! kind   point
//! param  master curve = 0/0 1/1 in 0...1: Every channel, before its own curve.
//! param  red curve = 0/0 1/1 in 0...1: Red alone.
//! param  green curve = 0/0 1/1 in 0...1: Green alone.
//! param  blue curve = 0/0 1/1 in 0...1: Blue alone.
//! param  domain choice = signal of signal pq light: What 0...1 is: the composition's signal, PQ up to 10000 cd/m², or light up to white.
//! intends goes-negative: A falling curve goes on falling beyond its last point, below black.
//! law    identity when master = 0/0 1/1, red = 0/0 1/1, green = 0/0 1/1, blue = 0/0 1/1
//! show   master = 0/0 0.25/0.15 0.6/0.7 1/1
//! expect master = 0/0 0.5/0.25 1/1, domain = light: (0.5, 1, 2, 1) -> (0.25, 1, 3, 1)
//! expect red = 0/1 1/0, blue = 0/0.5 1/1, domain = light: (0.25, -3, 0.5, 1) -> (0.75, -3, 0.75, 1)
//! expect master = 0/0 0.5/0.25 1/1: (0.18946457081379978, 1, 0, 1) -> (0.03589682359365735, 1, 0, 1)
//! expect master = 0/0 0.5/0.25 1/1, domain = light: (0.25, 0.5, 0, 0.5) -> (0.125, 0.5, 0, 0.5)

// Steep curves lead far beyond any light that is meant: signal ends here, at more than a hundred times white in SDR.
const float most = 8.0;

vec4 curves(vec4 color) {
    vec4 straight = unpremultiplied(color);
    // The curves stand here once, whatever they bend: each is a search through its pieces.
    vec3 v = straight.rgb;
    if (domain == domain_pq) {
        v = nitsToPQ(v * referenceWhite);
    } else if (domain == domain_signal) {
        v = toSignal(v);
    }
    v = vec3(master(v.r), master(v.g), master(v.b));
    v = vec3(red(v.r), green(v.g), blue(v.b));
    if (domain == domain_pq) {
        v = pqToNits(clamp(v, vec3(-most), vec3(most))) / referenceWhite;
    } else if (domain == domain_signal) {
        v = toLight(clamp(v, vec3(-most), vec3(most)));
    }
    return premultiplied(vec4(v, straight.a));
}
