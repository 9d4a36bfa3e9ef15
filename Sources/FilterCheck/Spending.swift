import CPUReference
import FilterGraph

/// What a check asks the reference for, in its steps (`Work`): foreseen, counted, and left out where it comes to too much.
///
/// How many steps a picture takes is known from the pictures of one pixel, which are rendered first; counted and not
/// timed, so that every machine leaves out the same.
struct Spending {
    /// Steps in all, and those of them that pictures of cases may take; laws and examples come after.
    let limit: Int
    var limitOfCases: Int { limit / 4 * 3 }
    private(set) var spent = 0
    /// Parts of expressions that a picture takes a step of each pixel for, by the name of the settings' choice.
    private var parts: [String: Double] = [:]
    /// Of each sort of picture, how many were rendered, and how many left out.
    private var sorts: [(what: String, rendered: Int, leftOut: Int)] = []

    init(limit: Int) { self.limit = limit }

    /// Steps that a picture will take, as far as is known.
    func foreseen(_ label: String, _ width: Int, _ height: Int) -> Int {
        let parts = parts[label] ?? parts["initial"] ?? 0
        return Int(min(parts * Double(Work.steps(ofPixels: width * height)), 1e15))
    }

    /// Steps after which a picture is given up: what depends on the place may take several times what was foreseen.
    func allowance(_ foreseen: Int) -> Int { 8 * foreseen + limit / 64 }

    /// Takes in what a picture took.
    mutating func note(_ steps: Int, _ label: String, _ width: Int, _ height: Int) {
        spent += steps
        parts[label] = max(parts[label] ?? 0, Double(steps) / Double(Work.steps(ofPixels: width * height)))
    }

    /// Counts a picture of a sort, such as `pictures of 64x64`.
    mutating func count(_ what: String, isLeftOut: Bool) {
        let index = sorts.firstIndex { $0.what == what } ?? sorts.endIndex
        if index == sorts.endIndex { sorts.append((what, 0, 0)) }
        if isLeftOut { sorts[index].leftOut += 1 } else { sorts[index].rendered += 1 }
    }

    /// Pictures that were rendered or left out so far.
    var caseCount: Int { sorts.reduce(0) { $0 + $1.rendered + $1.leftOut } }

    /// What was left out: `21 of 21 pictures of 64x64`.
    var told: [String] {
        sorts.filter { $0.leftOut > 0 }.map { "\($0.leftOut) of \($0.rendered + $0.leftOut) \($0.what)" }
    }
}

extension Checker {
    /// Runs the cases that there are steps for, the smallest pictures sooner than larger ones; answers those that were run.
    mutating func runCases(_ tests: [CheckCase]) -> [CheckCase] {
        let smallest = tests.map(\.pixelCount).min() ?? 0
        // The first one says what others may take, and the rest of its size what each choice of settings does.
        let first = tests.prefix(1)
        let small = tests.dropFirst().filter { $0.pixelCount == smallest }
        let rest = tests.dropFirst().filter { $0.pixelCount > smallest }
        var done = run(first, of: tests.count, isAlwaysRun: true)
        done += run(affordable(small), of: tests.count)
        done += run(affordable(rest), of: tests.count)
        return done
    }

    /// The cases that there are steps for, in their order: smaller pictures sooner, then those that come first.
    private mutating func affordable(_ tests: [CheckCase]) -> ArraySlice<CheckCase> {
        guard options.only == nil else { return tests[...] }
        var isTaken = Array(repeating: false, count: tests.count)
        var room = spending.limitOfCases - spending.spent
        let order = tests.indices.sorted { (tests[$0].pixelCount, $0) < (tests[$1].pixelCount, $1) }
        for index in order {
            let steps = foreseen(tests[index])
            guard steps <= room else { continue }
            room -= steps
            isTaken[index] = true
        }
        for index in tests.indices where !isTaken[index] { leaveOut(tests[index]) }
        return tests.indices.filter { isTaken[$0] }.map { tests[$0] }[...]
    }

    private func foreseen(_ test: CheckCase) -> Int {
        spending.foreseen(test.choice.label, test.width, test.height)
    }

    private mutating func leaveOut(_ test: CheckCase) { spending.count(test.sort, isLeftOut: true) }

    /// Runs cases side by side, as long as there are steps left; answers those that were run.
    private mutating func run(_ tests: ArraySlice<CheckCase>, of count: Int, isAlwaysRun: Bool = false) -> [CheckCase] {
        var done: [CheckCase] = []
        for start in stride(from: tests.startIndex, to: tests.endIndex, by: Self.groupLength) where !isFull {
            options.progress?("pictures", spending.caseCount, count)
            var group: [CheckCase] = []
            var room = spending.limitOfCases - spending.spent
            for test in tests[start..<min(start + Self.groupLength, tests.endIndex)] {
                let steps = foreseen(test)
                guard steps <= room || isAlwaysRun || options.only != nil else {
                    leaveOut(test)
                    continue
                }
                room -= steps
                group.append(test)
            }
            for (test, outcome) in zip(group, outcomes(of: group[...])) where !isFull {
                spending.note(outcome.steps, test.choice.label, test.width, test.height)
                spending.count(test.sort, isLeftOut: outcome.isGivenUp)
                guard !outcome.isGivenUp else { continue }
                done.append(test)
                report.add(outcome, of: test)
                noteUndecided(outcome, of: test)
                if let failure = outcome.failure { note(shrunk(failure, test)) }
            }
        }
        return done
    }

    /// Steps after which a case is given up; without end for the first of all, and the only one that is wanted.
    func allowance(_ test: CheckCase) -> Int {
        options.only == nil && spending.spent > 0 ? spending.allowance(foreseen(test)) : .max
    }

    /// Runs something that asks the reference for pictures, if there are steps left for it.
    ///
    /// `what` names the sort of picture in what is told of those left out; there are `times` of them, with the settings of
    /// a choice.
    mutating func ifAffordable(
        _ what: String, _ label: String, _ width: Int, _ height: Int, times: Int = 1, _ body: (inout Checker) -> Void
    ) {
        guard options.only == nil else { return body(&self) }
        let steps = times * spending.foreseen(label, width, height)
        guard spending.spent + steps <= spending.limit else { return spending.count(what, isLeftOut: true) }
        let outer = reference
        let allowance = spending.allowance(steps)
        let work = Work(limit: allowance, partOf: outer.work)
        reference = outer.counting(as: work)
        body(&self)
        reference = outer
        spending.note(min(work.steps, allowance) / times, label, width, height)
        spending.count(what, isLeftOut: work.steps > allowance)
    }

    /// Adds what a renderer threw; that a picture was given up is told as left out.
    mutating func add(_ error: any Error, case name: String, settings: Settings = [:]) {
        if error is Work.Ending { return }
        add(.error, "\(error)", case: name, settings: settings)
    }
}

extension CheckCase {
    fileprivate var pixelCount: Int { width * height }

    /// The sort of picture, for what is told of those that were left out.
    fileprivate var sort: String { "pictures of \(width)x\(height)" }
}
