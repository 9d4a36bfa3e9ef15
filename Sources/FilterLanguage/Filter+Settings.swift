import Foundation

extension Filter {
    /// The numbers that texts such as `0.3`, `2/0/0/1`, `signal` or `true` set, by parameter.
    ///
    /// A point's `center` sets nothing where the middle is what the parameter begins with.
    public func settings(parsing pairs: [(name: String, text: String)]) throws(SettingError) -> [String: [Double]] {
        var settings: [String: [Double]] = [:]
        for (name, text) in pairs {
            let parameter = try parameter(named: name)
            guard settings[name] == nil else {
                throw SettingError(filter: self.name, parameter: name, problem: "is set twice; set it once")
            }
            if parameter.kind == .point, parameter.initial == .center, text == "center" { continue }
            do {
                settings[name] = try parameter.numbers(parsing: text)
            } catch {
                throw SettingError(filter: self.name, parameter: name, problem: error.problem)
            }
        }
        return settings
    }

    /// Throws when a name is unknown, a count wrong, or a number outside its range or not a number.
    public func validate(_ settings: [String: [Double]]) throws(SettingError) {
        for name in settings.keys.sorted() {
            let parameter = try parameter(named: name)
            do {
                try parameter.check(settings[name] ?? [])
            } catch {
                throw SettingError(filter: self.name, parameter: name, problem: error.problem)
            }
        }
    }

    /// The settings with every missing parameter's initial value, for a composition of `size` pixels.
    public func complete(_ settings: [String: [Double]], size: (width: Int, height: Int), contentHeadroom: Double)
        -> [String: [Double]]
    {
        var all = settings
        for parameter in parameters where all[parameter.name] == nil && parameter.kind != .image {
            switch parameter.initial {
            case .numbers(let numbers): all[parameter.name] = numbers
            case .center: all[parameter.name] = [Double(size.width) / 2, Double(size.height) / 2]
            case .given:
                let value = min(max(contentHeadroom, parameter.range.lowerBound), parameter.range.upperBound)
                all[parameter.name] = Array(repeating: value, count: parameter.width)
            }
        }
        return all
    }

    private func parameter(named name: String) throws(SettingError) -> Parameter {
        if let found = parameters.first(where: { $0.name == name }) { return found }
        let names = Set(parameters.map(\.name) + pictureNames).sorted()
        var ending = Suggestion.ending(for: name, among: names)
        if ending.isEmpty {
            ending = names.isEmpty ? "; it has none" : "; it has \(names.joined(separator: ", "))"
        }
        throw SettingError(filter: self.name, parameter: name, problem: "the filter has no such parameter\(ending)")
    }
}

extension Filter.Parameter {
    /// The numbers that a text stands for.
    func numbers(parsing text: String) throws(ValueProblem) -> [Double] {
        var numbers: [Double] = []
        switch kind {
        case .bool:
            guard let value = ["true": 1.0, "false": 0, "1": 1, "0": 0, "yes": 1, "no": 0, "on": 1, "off": 0][text]
            else { throw ValueProblem(problem: "'\(text)' is neither true nor false; write one of them") }
            numbers = [value]
        case .choice(let names):
            guard let index = names.firstIndex(of: text) else {
                let ending = Suggestion.ending(for: text, among: names)
                throw ValueProblem(
                    problem:
                        "'\(text)' is not one of \(names.joined(separator: ", "))\(ending.isEmpty ? "; choose among them" : ending)"
                )
            }
            numbers = [Double(index)]
        case .curve:
            for word in text.split(separator: " ") {
                let parts = word.split(separator: "/", omittingEmptySubsequences: false).compactMap { Double($0) }
                guard parts.count == 2, !parts.contains(where: \.isNaN) else {
                    throw ValueProblem(problem: "'\(word)' is not a point; write x/y, such as 0/0 0.5/0.7 1/1")
                }
                numbers += parts
            }
        default:
            for part in text.split(separator: "/", omittingEmptySubsequences: false) {
                guard let number = Double(part), !number.isNaN, part.first?.isWhitespace != true else {
                    throw ValueProblem(problem: "'\(part)' is not a number\(shape)")
                }
                numbers.append(number)
            }
        }
        try check(numbers)
        return numbers
    }

    /// Throws when the numbers are not a value of the parameter.
    func check(_ numbers: [Double]) throws(ValueProblem) {
        if kind == .image { throw ValueProblem(problem: "is a picture and no number; give it a file, or a source") }
        if kind == .curve { try checkPoints(numbers) }
        guard numbers.count == width || kind == .curve else {
            let needs = width == 1 ? "one number" : "\(width) numbers"
            throw ValueProblem(problem: "needs \(needs), has \(numbers.count)\(shape)")
        }
        for number in numbers {
            guard !number.isNaN else { throw ValueProblem(problem: "is not a number (NaN); give one in \(ends)") }
            guard range.contains(number) else {
                throw ValueProblem(problem: "\(Self.shown(number)) is outside \(ends); choose one in it")
            }
            if !kind.isFloating, number != number.rounded() {
                let near = Self.shown(min(max(number.rounded(), range.lowerBound.rounded(.up)), range.upperBound))
                throw ValueProblem(problem: "\(Self.shown(number)) is not a whole number; write one, such as \(near)")
            }
        }
    }

    /// Throws when numbers are no points of a curve: x and y of each in turn.
    private func checkPoints(_ numbers: [Double]) throws(ValueProblem) {
        guard numbers.count % 2 == 0, (2...Self.maxPointCount).contains(numbers.count / 2) else {
            throw ValueProblem(
                problem:
                    "is a curve of 2 to \(Self.maxPointCount) points, has \(numbers.count / 2); write x/y, such as 0/0 1/1"
            )
        }
        // Closer points would make slopes that a float cannot follow.
        let least = (range.upperBound - range.lowerBound) / 4096
        for index in stride(from: 2, to: numbers.count, by: 2) where !(numbers[index] - numbers[index - 2] >= least) {
            throw ValueProblem(
                problem:
                    "x rises from point to point by at least \(Self.shown(least)), but \(Self.shown(numbers[index])) "
                    + "follows \(Self.shown(numbers[index - 2])); sort the points, or leave one out")
        }
    }

    /// Points that a curve has at most.
    public static let maxPointCount = 16

    private var shape: String {
        switch kind {
        case .vec2, .point: "; write two, such as 10/20"
        case .vec3: "; write three, such as 0/0.5/1"
        case .vec4, .color: "; write four, such as 1/0.5/0/1"
        case .float: "; write one in \(ends)"
        case .int: "; write a whole one in \(ends)"
        case .bool, .choice, .curve, .image: ""
        }
    }

    /// The range as messages show it.
    var ends: String { "\(Self.shown(range.lowerBound))...\(Self.shown(range.upperBound))" }

    /// A number without a needless fraction.
    static func shown(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
    }
}
