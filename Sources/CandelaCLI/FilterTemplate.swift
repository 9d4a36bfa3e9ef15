import Candela

/// A filter file to begin with, for each kind: it works, passes its check, and tells in comments how HDR is treated well.
struct FilterTemplate: Sendable {
    let kind: String
    /// What filters of the kind do, for the list in help.
    let purpose: String
    /// The file, with `NAME` where the filter's name stands.
    private let form: String

    /// Every kind that can be asked for.
    static let all = [point, blend, warp, area, generate, raw]

    /// The file of a filter of that name.
    func text(_ name: String) -> String { form.replacing("NAME", with: name) }

    private static let point = FilterTemplate(
        kind: "point", purpose: "each pixel from itself: exposure, curves, colour",
        form: """
            //! filter NAME: Say in a sentence what it does.
            //! kind   point
            //! param  amount float = 1 in 0...2: 1 leaves the picture as it is.
            //! show   amount = 0.5
            //! law    identity when amount = 1
            //! expect amount = 0.5: (0.5, 1, 4, 1) -> (0.25, 0.5, 2, 1)
            //! expect amount = 0.5: (0.25, 0.5, 2, 0.5) -> (0.125, 0.25, 1, 0.5)

            // color is linear BT.2020 light: 1.0 is reference white, highlights go above it, colours outside the gamut
            // below 0. Let both through: no clamp(color, 0.0, 1.0), no 1.0 - x. contentHeadroom is the brightest light.
            // It is multiplied by its alpha. What only scales light needs nothing more; a curve works on
            // unpremultiplied(color).rgb and ends with premultiplied(...).
            vec4 NAME(vec4 color) {
                return vec4(color.rgb * amount, color.a);
            }

            """)

    private static let blend = FilterTemplate(
        kind: "blend", purpose: "each pixel from a lower and an upper picture",
        form: """
            //! filter NAME: Say in a sentence what it does.
            //! kind   blend
            //! param  amount float = 1 in 0...1: 0 leaves the lower picture as it is.
            //! expect (1, 2, 4, 1), (0.5, 0, 0.25, 0.5) -> (1, 1, 2.25, 1)
            //! expect amount = 0: (1, 2, 4, 1), (0.5, 0, 0.25, 0.5) -> (1, 2, 4, 1)

            // Both are linear BT.2020 light, multiplied by their alpha; 1.0 is reference white, highlights go above it.
            // Formulas that expect 0...1, such as 1 - (1 - a)(1 - b), turn around above 1: write 'light signal' beside
            // 'kind' to get the composition's codes, where they are at home, or choose one that works in light.
            vec4 NAME(vec4 below, vec4 above) {
                vec4 upper = above * amount;
                return upper + below * (1.0 - upper.a);
            }

            """)

    private static let warp = FilterTemplate(
        kind: "warp", purpose: "where each pixel is read: waves, lenses, turns",
        form: """
            //! filter NAME: Say in a sentence what it does.
            //! kind   warp
            //! param  amount float = 0.1 in 0...1: How strongly the middle is enlarged; 0 leaves the picture as it is.
            //! param  center point = center: The place that stays where it is.
            //! law    identity when amount = 0
            //! expect amount = 0: (0.5, 0.5) -> (0.5, 0.5)

            // at is this pixel's centre, in pixels from the top-left corner; the answer is the place to read instead.
            // Lengths are measured in parts of the picture's height, so that every size looks alike.
            // Light is sampled linearly: highlights keep their strength.
            vec2 NAME(vec2 at) {
                vec2 away = (at - center) / size.y;
                return center + away * (1.0 - amount / (1.0 + 8.0 * dot(away, away))) * size.y;
            }

            """)

    private static let area = FilterTemplate(
        kind: "area", purpose: "each pixel from its neighbours: blurs, glows, edges",
        form: """
            //! filter NAME: Say in a sentence what it does.
            //! kind   area
            //! param  radius float = 2 in 0...16 [pixels]: How far it reaches; 0 leaves the picture as it is.
            //! show   radius = 3
            //! reach  radius + 1
            //! law    identity when radius = 0
            //! law    constantKept

            // Loops have a constant end; `break` ends them earlier.
            const int most = 16;

            // Neighbours are linear light, multiplied by alpha: their mean is the light that a lens would mix, and what
            // is transparent adds nothing. Weights add up to 1, so that flat light stays as it is, however bright.
            vec4 NAME() {
                vec4 sum = pixel(vec2(0.0));
                float total = 1.0;
                for (int i = 1; i <= most; ++i) {
                    float away = float(i);
                    // What is farther away than the radius fades out, so that the radius may be any number.
                    float weight = clamp(radius + 1.0 - away, 0.0, 1.0);
                    if (weight <= 0.0) { break; }
                    sum += weight * (pixel(vec2(away, 0.0)) + pixel(vec2(-away, 0.0)));
                    sum += weight * (pixel(vec2(0.0, away)) + pixel(vec2(0.0, -away)));
                    total += 4.0 * weight;
                }
                return sum / total;
            }

            """)

    private static let generate = FilterTemplate(
        kind: "generate", purpose: "a picture of numbers alone: colours, ramps, patterns",
        form: """
            //! filter NAME: Say in a sentence what it does.
            //! kind   generate
            //! param  light float = 203 in 0...10000 [cd/m²]: How bright the right edge is.
            //! show   light = 600
            //! expect light = 406: (63.5, 0.5) -> (2, 2, 2, 1)
            //! expect light = 406: (0.5, 0.5) -> (0, 0, 0, 1)

            // The result is linear BT.2020 light; 1.0 is reference white, so that cd/m² are divided by referenceWhite.
            // position is this pixel's centre. Multiply by alpha what is not opaque, and write 'alpha changes' above.
            vec4 NAME() {
                float along = (position.x - 0.5) / max(size.x - 1.0, 1.0);
                return vec4(vec3(along * light / referenceWhite), 1.0);
            }

            """)

    private static let raw = FilterTemplate(
        kind: "raw", purpose: "a whole compute shader that measures the picture",
        form: """
            //! filter NAME: Say in a sentence what it measures.
            //! kind   raw
            //! param  limit float = 1 in 0...64 [white]: Light above it is counted.
            //! threads 16x16
            //! result above uint [pixels]: Pixels with a channel above the limit.
            //! result most uint / 1000 [white]: The greatest channel.
            //! expect limit = 2: (3, 0, 0, 1) -> above = 4096, most = 3
            //! expect limit = 4: (3, 0, 0, 1) -> above = 0

            // Threads of a workgroup meet in shared memory first: memory that all workgroups share is slow to count in.
            shared uint counted;
            shared uint greatest;

            // texel(p) is linear BT.2020 light, multiplied by alpha; 1.0 is reference white, highlights go above it. Results
            // begin at 0 with each picture. Whole numbers add up to the same on every device, floats do not. The picture
            // passes on as it is, unless the code calls setTexel(p, color) for every pixel.
            void main() {
                if (gl_LocalInvocationIndex == 0u) { counted = greatest = 0u; }
                barrier();
                ivec2 p = ivec2(gl_GlobalInvocationID.xy);
                // Workgroups at the right and lower edge reach beyond the picture.
                if (p.x < int(size.x) && p.y < int(size.y)) {
                    vec3 light = texel(p).rgb;
                    float channel = max(max(light.r, light.g), light.b);
                    if (channel > limit) { atomicAdd(counted, 1u); }
                    atomicMax(greatest, uint(clamp(channel, 0.0, 64.0) * 1000.0 + 0.5));
                }
                barrier();
                if (gl_LocalInvocationIndex == 0u) {
                    above_add(counted);
                    most_max(greatest);
                }
            }

            """)
}
