import FilterGraph
import FilterLanguage
import Frames

/// One rendering to compare: everything in it follows from the filter, the seed and the case's name.
struct CheckCase: CustomStringConvertible {
    /// The sizes that are tried, smallest first: one pixel, odd, even, wider than a workgroup.
    static let sizes = [(1, 1), (2, 2), (17, 15), (255, 3), (64, 64)]
    /// Sizes for whole shaders too, whose workgroups may be large: beyond a row of many, and none a multiple of another.
    static let rawSizes = sizes + [(4096, 3), (131, 67)]

    var width: Int
    var height: Int
    var choice: SettingChoice
    var input: TestInput
    var format: CheckFormat
    var color: CheckColor
    /// One pixel for each picture, which then is of that colour (light, or codes) in place of what `input` shows.
    var pixels: [SIMD4<Double>]?

    /// Such as `17x15/random-3/noise/rgba16f/hlg`, or, shrunk, `1x1/set-stops=2/px=1:0:0:1/rgba16f/hlg`.
    var description: String {
        let shown = pixels.map { "px=" + $0.map(Self.text).joined(separator: "+") } ?? input.rawValue
        return "\(width)x\(height)/\(choice.label)/\(shown)/\(format.rawValue)/\(color.rawValue)"
    }

    private static func text(_ pixel: SIMD4<Double>) -> String { pixel.numbers.map(\.shortText).joined(separator: ":") }

    private static func pixels(_ text: Substring) -> [SIMD4<Double>]? {
        let pixels = text.split(separator: "+").map { $0.split(separator: ":").compactMap { Double($0) } }
        guard !pixels.isEmpty, pixels.allSatisfy({ $0.count == 4 }) else { return nil }
        return pixels.map { SIMD4($0[0], $0[1], $0[2], $0[3]) }
    }

    init(
        width: Int, height: Int, choice: SettingChoice, input: TestInput, format: CheckFormat, color: CheckColor
    ) {
        (self.width, self.height, self.choice) = (width, height, choice)
        (self.input, self.format, self.color) = (input, format, color)
    }

    /// Reads a case's name; `nil` when it is none.
    init?(_ description: String) {
        let parts = description.split(separator: "/").map(String.init)
        guard parts.count == 5, let format = CheckFormat(rawValue: parts[3]),
            let color = CheckColor(rawValue: parts[4])
        else { return nil }
        let pixels = parts[2].hasPrefix("px=") ? Self.pixels(parts[2].dropFirst(3)) : nil
        guard let input = TestInput(rawValue: parts[2]) ?? (pixels == nil ? nil : .noise) else { return nil }
        let size = parts[0].split(separator: "x").compactMap { Int($0) }
        guard size.count == 2, size.allSatisfy({ 1...4096 ~= $0 }) else { return nil }
        self.init(
            width: size[0], height: size[1], choice: SettingChoice(label: parts[1]), input: input, format: format,
            color: color)
        self.pixels = pixels
    }

    /// When the picture is rendered: 0 with the initial values, else any frame of some minutes at 60/1.001 per second.
    func time(seed: UInt64) -> MediaTime {
        guard choice.label != "initial" else { return .zero }
        if let time = choice.time { return time }
        var random = SeededRandom(seed: seed, for: "time \(choice.label)")
        return MediaTime(Int64(random.index(below: 20_000)) * 1001, 60_000)
    }
}

extension CheckCase {
    /// The cases to run for a filter.
    static func plan(for filter: Filter, options: CheckOptions) -> [CheckCase] {
        if let only = options.only { return CheckCase(only).map { [$0] } ?? [] }
        let isQuick = options.extent == .quick
        let isLocal = filter.kind.isLocal || filter.onlyMeasures
        // What is no number may spread within an area filter's reach, so that nothing is left to compare there.
        let inputs =
            filter.kind == .generate
            ? [.ramp] : isLocal ? TestInput.allCases : TestInput.allCases.filter { $0 != .nonFinite }
        var random = SeededRandom(seed: options.seed, for: "plan \(filter.name)")
        var cases: [CheckCase] = []
        // What a picture is made of, and its size, are part of a shader's text, and each text is compiled: every size is
        // tried in three pairs, and one size in all.
        var pairs: [(CheckFormat, CheckColor)] = options.formats.flatMap { format in
            CheckColor.allCases.map { (format, $0) }
        }
        func add(_ size: (Int, Int), _ choice: SettingChoice, _ input: TestInput) {
            let pair = pairs[random.index(below: min(3, pairs.count))]
            cases.append(
                CheckCase(
                    width: size.0, height: size.1, choice: choice, input: input, format: pair.0, color: pair.1))
        }
        let choices = SettingChoice.all(of: filter, randomCount: isQuick ? 4 : 16)
        var turn = 0
        for size in filter.kind == .raw ? rawSizes : sizes {
            pairs.shuffle(using: &random)
            for choice in choices {
                for input in isQuick || !isLocal ? [inputs[turn % inputs.count]] : inputs { add(size, choice, input) }
                turn += 1
            }
        }
        // Every input in every format and colour, once.
        for format in options.formats {
            for color in CheckColor.allCases {
                for input in inputs {
                    cases.append(
                        CheckCase(
                            width: 17, height: 15, choice: SettingChoice(label: "initial"), input: input,
                            format: format, color: color))
                }
            }
        }
        return cases
    }
}
