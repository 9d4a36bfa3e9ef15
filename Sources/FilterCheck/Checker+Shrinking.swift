import FilterGraph
import FilterLanguage
import Frames

extension Checker {
    /// The same failure in the smallest picture, with the simplest values and the simplest pixel that show it.
    func shrunk(_ failure: CheckFailure, _ test: CheckCase) -> CheckFailure {
        var search = Shrinking(checker: self, best: failure, test: test)
        search.shrinkSize()
        search.shrinkSettings()
        search.shrinkInput()
        // The map of a picture of one pixel says nothing: the one in which it was noticed does.
        (search.best.map, search.best.mapCase) = (failure.map, failure.mapCase)
        return search.best
    }
}

/// The search for a simple case that fails as another does.
private struct Shrinking {
    let checker: Checker
    var best: CheckFailure
    var test: CheckCase
    /// Cases that may still be tried, and steps of the reference for them: simplicity is worth some seconds, not minutes.
    private var room = 120
    private var stepRoom: Int

    init(checker: Checker, best: CheckFailure, test: CheckCase) {
        (self.checker, self.best, self.test) = (checker, best, test)
        stepRoom = checker.options.only == nil ? checker.options.stepLimit / 8 : .max
    }

    /// Takes a case over when it fails in the same way.
    private mutating func take(_ candidate: CheckCase) -> Bool {
        guard room > 0, stepRoom > 0, !checker.isCancelled, candidate.description != test.description else {
            return false
        }
        room -= 1
        let outcome = checker.outcome(of: candidate)
        stepRoom -= outcome.steps
        guard let found = outcome.failure, found.kind == best.kind, found.name == best.name else { return false }
        (best, test) = (found, candidate)
        return true
    }

    // MARK: Size

    mutating func shrinkSize() {
        func smaller(_ width: Int, _ height: Int) -> CheckCase {
            var smaller = test
            (smaller.width, smaller.height) = (width, height)
            return smaller
        }
        for (width, height) in [(1, 1), (2, 1), (1, 2), (2, 2), (3, 3), (4, 4), (8, 8), (17, 15)]
        where width * height < test.width * test.height {
            if take(smaller(width, height)) { break }
        }
        var isSmaller = true
        while isSmaller {
            let (w, h) = (test.width, test.height)
            isSmaller = [(w / 2, h), (w, h / 2), (w - 1, h), (w, h - 1)].contains { width, height in
                width > 0 && height > 0 && (width, height) != (w, h) && take(smaller(width, height))
            }
        }
    }

    // MARK: Settings

    mutating func shrinkSettings() {
        let (filter, seed) = (checker.filter, checker.options.seed)
        guard test.choice.label != "initial" else { return }
        func with(_ choice: SettingChoice) -> CheckCase {
            var other = test
            other.choice = choice
            return other
        }
        if take(with(SettingChoice(label: "initial"))) { return }
        guard var values = test.choice.settings(of: filter, seed: seed, width: test.width, height: test.height) else {
            return
        }
        var time = test.time(seed: seed)
        guard take(with(SettingChoice(values: values, time: time))) else { return }
        if take(with(SettingChoice(values: values, time: .zero))) { time = .zero }
        for name in values.keys.sorted() {
            var fewer = values
            fewer[name] = nil
            if take(with(SettingChoice(values: fewer, time: time))) { values = fewer }
        }
        for parameter in filter.parameters {
            guard let numbers = values[parameter.name] else { continue }
            for component in numbers.indices {
                let sort: Simplicity = parameter.kind == .color && component == 3 ? .alpha : .number
                for simple in sort.simpler(than: numbers[component]) where parameter.range.contains(simple) {
                    var other = values
                    other[parameter.name]?[component] = simple
                    guard take(with(SettingChoice(values: other, time: time))) else { continue }
                    values = other
                    break
                }
            }
        }
    }

    // MARK: Input

    mutating func shrinkInput() {
        let count = checker.filter.sourceCount
        func with(_ pixels: [SIMD4<Double>]) -> CheckCase {
            var other = test
            other.pixels = pixels
            return other
        }
        // The pixel at the wrong one's place stands for the picture where that shows it too.
        let (x, y) = (best.pixel?.x ?? 0, best.pixel?.y ?? 0)
        var pixels = (0..<count).map { index in
            test.format.load(
                from: test.input.picture(test, index: index, seed: checker.options.seed), x: x, y: y)
        }
        guard pixels.allSatisfy(\.isFinite), take(with(pixels)) else { return }
        shrinkSize()
        for index in pixels.indices {
            // Alpha first: what colours may be hangs on it.
            for channel in [3, 0, 1, 2] {
                let sort = Simplicity(ofChannel: channel, test.format)
                for simple in sort.simpler(than: pixels[index][channel]) {
                    var other = pixels
                    other[index][channel] = simple
                    guard take(with(other)) else { continue }
                    pixels = other
                    break
                }
            }
        }
    }
}

/// What numbers of a sort are simple: those that a person would write first, and that pictures have.
private enum Simplicity {
    case number
    case light
    case alpha
    /// Codes of ten bits, and of two.
    case code
    case alphaCode

    init(ofChannel channel: Int, _ format: CheckFormat) {
        self = format.isLight ? (channel == 3 ? .alpha : .light) : (channel == 3 ? .alphaCode : .code)
    }

    /// Simpler numbers to try in place of one, the simplest first.
    func simpler(than number: Double) -> [Double] {
        let tenth = (number * 10).rounded() / 10
        let hundredth = (number * 100).rounded() / 100
        let all: [Double] =
            switch self {
            case .number: [0, 1, 0.5, 2, number.rounded(), tenth, hundredth]
            case .light: [0, 0.5, 1, 2, number.rounded(), tenth, hundredth]
            case .alpha: [1, 0, 0.5, tenth, hundredth].filter { (0...1).contains($0) }
            case .code: [0, 512, 1023]
            case .alphaCode: [3, 0]
            }
        let floats = all.map { Double(Float($0)) }
        return Array(floats.prefix { $0 != number })
    }
}
