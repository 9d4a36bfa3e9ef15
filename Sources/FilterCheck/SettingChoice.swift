import FilterGraph
import FilterLanguage
import Frames

/// One set of parameter values to try, by a name from which the values follow.
///
/// The names are `initial`; `PARAMETER-low` and `PARAMETER-high`, the ends of its range; `PARAMETER-less` and
/// `PARAMETER-more`, a step from the initial value towards them; `PARAMETER-NAME`, one choice of several; `random-N`;
/// and `set-NAME=1:0,NAME=2,time=1001:60000`, values and a time that are written out.
struct SettingChoice {
    let label: String

    /// Every choice that a filter is worth trying with.
    static func all(of filter: Filter, randomCount: Int) -> [SettingChoice] {
        var labels = ["initial"]
        for parameter in filter.parameters where parameter.kind != .image {
            switch parameter.kind {
            case .choice(let names): labels += names.map { "\(parameter.name)-\($0)" }
            default: labels += ["\(parameter.name)-low", "\(parameter.name)-high"]
            }
        }
        if !filter.parameters.isEmpty { labels += (0..<randomCount).map { "random-\($0)" } }
        return labels.map(SettingChoice.init)
    }

    /// The choices with which filters are used: the initial values, every option, and a step to either side.
    static func usual(of filter: Filter) -> [SettingChoice] {
        var labels = ["initial"]
        for parameter in filter.parameters {
            switch parameter.kind {
            case .choice(let names): labels += names.map { "\(parameter.name)-\($0)" }
            case .bool: labels += ["\(parameter.name)-low", "\(parameter.name)-high"]
            case .point: break
            default: labels += ["\(parameter.name)-less", "\(parameter.name)-more"]
            }
        }
        return labels.map(SettingChoice.init)
    }

    /// The ends of the ranges of numbers, where they are neither options nor anybody's drawing.
    static func ends(of filter: Filter) -> [SettingChoice] {
        filter.parameters.flatMap { parameter -> [SettingChoice] in
            switch parameter.kind {
            case .float, .int, .vec2, .vec3, .vec4, .color:
                ["low", "high"].map { SettingChoice(label: "\(parameter.name)-\($0)") }
            case .bool, .choice, .point, .curve, .image: []
            }
        }
    }

    /// The ends of the ranges of numbers with each option that is not the initial one.
    static func endsOfOptions(of filter: Filter) -> [SettingChoice] {
        func values(_ choice: SettingChoice) -> Settings {
            choice.settings(of: filter, seed: 0, width: 1, height: 1) ?? [:]
        }
        let initial = filter.complete([:], size: (1, 1), contentHeadroom: 1)
        let ends = ends(of: filter).map(values)
        return filter.parameters.flatMap { parameter -> [SettingChoice] in
            let count: Int
            switch parameter.kind {
            case .bool: count = 2
            case .choice(let names): count = names.count
            default: return []
            }
            return (0..<count).filter { initial[parameter.name] != [Double($0)] }.flatMap { option in
                ends.map { end in
                    SettingChoice(values: end.merging([parameter.name: [Double(option)]]) { $1 }, time: .zero)
                }
            }
        }
    }

    /// The values, rounded to what a shader is handed; `nil` when the filter has no such choice.
    func settings(of filter: Filter, seed: UInt64, width: Int, height: Int) -> Settings? {
        if label == "initial" { return [:] }
        if label.hasPrefix("set-") { return written(of: filter) }
        if label.hasPrefix("random-") {
            var random = SeededRandom(seed: seed, for: "\(filter.name) \(label)")
            var settings: Settings = [:]
            for parameter in filter.parameters {
                if let values = parameter.randomValue(&random, width: width, height: height) {
                    settings[parameter.name] = values
                }
            }
            return settings
        }
        for parameter in filter.parameters where label.hasPrefix("\(parameter.name)-") {
            let ending = String(label.dropFirst(parameter.name.count + 1))
            if let values = parameter.end(ending, width: width, height: height) { return [parameter.name: values] }
        }
        return nil
    }
}

extension SettingChoice {
    /// A choice that writes its values and its time out.
    init(values: Settings, time: MediaTime) {
        var parts = values.sorted { $0.key < $1.key }.map { name, numbers in
            "\(name)=" + numbers.map(\.shortText).joined(separator: ":")
        }
        if time != .zero { parts.append("time=\(time.value):\(time.scale)") }
        label = parts.isEmpty ? "initial" : "set-" + parts.joined(separator: ",")
    }

    private var parts: [(name: String, numbers: [Double])] {
        guard label.hasPrefix("set-") else { return [] }
        return label.dropFirst(4).split(separator: ",").map { part in
            let sides = part.split(separator: "=", maxSplits: 1)
            return (String(sides[0]), sides.count < 2 ? [] : sides[1].split(separator: ":").compactMap { Double($0) })
        }
    }

    /// The time that a choice writes out; zero where it writes values alone, `nil` where it writes nothing.
    var time: MediaTime? {
        guard label.hasPrefix("set-") else { return nil }
        guard let numbers = parts.first(where: { $0.name == "time" })?.numbers, numbers.count == 2,
            let value = Int64(exactly: numbers[0]), let scale = Int64(exactly: numbers[1]), scale > 0
        else { return .zero }
        return MediaTime(value, scale)
    }

    /// The values that are written out; `nil` where the filter has no such parameter.
    private func written(of filter: Filter) -> Settings? {
        var settings: Settings = [:]
        for part in parts where part.name != "time" {
            guard let parameter = filter.parameters.first(where: { $0.name == part.name }),
                parameter.width == part.numbers.count
            else { return nil }
            settings[part.name] = part.numbers
        }
        return settings
    }
}

extension Double {
    /// The shortest text that reads back as this number, whole numbers without a point.
    var shortText: String {
        guard self == rounded(), magnitude < 1e15 else { return description }
        return self == 0 ? "0" : String(Int64(self))
    }
}

extension Filter.Parameter {
    /// The value at one end, or the choice of that name.
    fileprivate func end(_ name: String, width: Int, height: Int) -> [Double]? {
        if case .choice(let names) = kind { return names.firstIndex(of: name).map { [Double($0)] } }
        if kind == .image { return nil }
        if kind == .curve {
            guard name == "low" || name == "high" else { return nil }
            return extreme(isSteep: name == "high")
        }
        if name == "less" || name == "more" {
            let values = (0..<self.width).map { component in
                let start = initialNumber(component)
                let room = name == "less" ? range.lowerBound - start : range.upperBound - start
                let step = max(1, abs(start))
                let moved = rounded(start + min(max(room / 4, -step), step))
                return kind == .int ? moved.rounded() : moved
            }
            return withinAlpha(values)
        }
        guard name == "low" || name == "high" else { return nil }
        // Places far outside every picture say nothing about it: a point's ends are the picture's corners.
        if kind == .point { return name == "low" ? [0, 0] : [Double(width), Double(height)] }
        return withinAlpha(
            Array(repeating: name == "low" ? range.lowerBound : range.upperBound, count: self.width))
    }

    /// Mostly values near the initial one, where filters are used; `nil` leaves the initial value.
    fileprivate func randomValue(_ random: inout SeededRandom, width: Int, height: Int) -> [Double]? {
        let way = random.unit()
        if way < 0.2 { return nil }
        switch kind {
        case .bool: return [Double(random.index(below: 2))]
        case .choice(let names): return [Double(random.index(below: names.count))]
        case .int:
            let count = Int(range.upperBound - range.lowerBound) + 1
            return [range.lowerBound + Double(random.index(below: count))]
        case .curve: return randomPoints(&random)
        case .image: return nil
        case .point:
            return [width, height].map { rounded((random.unit() * 1.5 - 0.25) * Double($0)) }
        case .float, .vec2, .vec3, .vec4, .color:
            let span = range.upperBound - range.lowerBound
            let values = (0..<self.width).map { component in
                if way < 0.5 { return rounded(range.lowerBound + random.unit() * span) }
                let start = initialNumber(component)
                let scale = min(span, max(1, abs(start))) / Double(1 << random.index(below: 6))
                return rounded(start + (2 * random.unit() - 1) * scale)
            }
            return withinAlpha(values)
        }
    }

    /// The numbers of a colour with an alpha from 0 to 1: its range is light's.
    private func withinAlpha(_ values: [Double]) -> [Double] {
        guard kind == .color, values.count == 4, range.contains(1) else { return values }
        return values[..<3] + [min(max(values[3], 0), 1)]
    }

    /// The curve that falls from corner to corner, or one of as many points as there may be, up and down.
    private func extreme(isSteep: Bool) -> [Double] {
        let (low, high) = (range.lowerBound, range.upperBound)
        guard isSteep else { return [low, high, high, low] }
        let count = Self.maxPointCount
        return (0..<count).flatMap { index in
            let share = Double(index) / Double(count - 1)
            return [
                rounded(low + share * (high - low)),
                index % 2 == 0 ? rounded(low + 0.4 * (high - low)) : rounded(low + 0.6 * (high - low)),
            ]
        }
    }

    /// Two to sixteen points that rise as often as not.
    private func randomPoints(_ random: inout SeededRandom) -> [Double] {
        let count = 2 + random.index(below: Self.maxPointCount - 1)
        let span = range.upperBound - range.lowerBound
        let rises = random.index(below: 2) == 0
        var y = 0.0
        return (0..<count).flatMap { index -> [Double] in
            let x = (Double(index) + 0.8 * random.unit()) / Double(count)
            y = rises ? y + (1 - y) * random.unit() * 0.4 : random.unit()
            return [rounded(range.lowerBound + x * span), rounded(range.lowerBound + y * span)]
        }
    }

    private func initialNumber(_ component: Int) -> Double {
        if case .numbers(let numbers) = initial {
            numbers[component]
        } else {
            min(max(1, range.lowerBound), range.upperBound)
        }
    }

    /// The number as a float, which is what shaders are handed, within the range.
    private func rounded(_ value: Double) -> Double {
        let float = Double(Float(value))
        return range.contains(float) ? float : min(max(value, range.lowerBound), range.upperBound)
    }
}
