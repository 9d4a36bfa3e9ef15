//! filter ramp: Draw a grey ramp, or steps, from one known light level to another.
//! kind   generate
//! param  from float = 0 in 0...10000 [cd/m²]: Light of the first column or row.
//! param  to float = 1000 in 0...10000 [cd/m²]: Light of the last one.
//! param  spacing choice = perceptual of perceptual linear: Whether equal steps are equal in PQ signal, or in light.
//! param  direction choice = right of right down: Where it leads.
//! param  steps int = 0 in 0...32: How many patches of one level each it consists of; fewer than 2 is a smooth ramp.
//! show   to = 600, steps = 7
//! expect (0.5, 7.5) -> (0, 0, 0, 1)
//! expect (63.5, 7.5) -> (4.9261083743842367, 4.9261083743842367, 4.9261083743842367, 1)
//! expect from = 20.3, to = 629.3, spacing = linear: (21.5, 0.5) -> (1.1, 1.1, 1.1, 1)
//! expect from = 20.3, to = 629.3, spacing = linear, direction = down: (0.5, 21.5) -> (1.1, 1.1, 1.1, 1)
//! expect from = 0, to = 812, spacing = linear, steps = 5: (12.5, 3.5) -> (0, 0, 0, 1)
//! expect from = 0, to = 812, spacing = linear, steps = 5: (13.5, 3.5) -> (1, 1, 1, 1)
//! expect from = 0, to = 812, spacing = linear, steps = 5: (63.5, 3.5) -> (4, 4, 4, 1)

// Patches begin a sixty-fourth of a pixel beside the pixels' centres, so that no pixel hangs on rounding.
const float margin = 0.015625;

// How far along the pixel lies: 0 at the first pixel's centre, 1 at the last one's.
float share() {
    bool isDown = direction == direction_down;
    float place = isDown ? position.y : position.x;
    float extent = isDown ? size.y : size.x;
    if (steps < 2) { return (place - 0.5) / max(extent - 1.0, 1.0); }
    float patches = float(steps);
    float patchNumber = floor((place + margin) / extent * patches);
    return clamp(patchNumber, 0.0, patches - 1.0) / (patches - 1.0);
}

vec4 ramp() {
    float along = share();
    float nits = mix(from, to, along);
    if (spacing == spacing_perceptual) { nits = pqToNits(mix(nitsToPQ(from), nitsToPQ(to), along)); }
    return vec4(vec3(nits / referenceWhite), 1.0);
}
