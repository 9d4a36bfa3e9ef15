import CPUReference
import Dispatch
import FilterGraph
import FilterLanguage
import Frames
import Synchronization

/// One filter being tried for HDR.
struct Examination: Sendable {
    /// What a try looks at.
    enum Part: String {
        case pixels = "single pixels"
        case ramps = "ramps of light"
        case space = "neighbours and sizes"
        case neighbours = "neighbours"
        case mixing = "sums of channels"
        case time = "late times"
        case reach = "how far it reads"
        case wide = "large pictures"
    }

    /// Something to try a filter with.
    struct Try {
        let choice: SettingChoice
        let composition: ReadinessComposition
        var further = FurtherPictures.white
        var part: Part

        var isInitial: Bool { choice.label == "initial" }
    }

    /// Tries that run side by side, and after which it is asked whether to go on.
    static let groupLength = 8

    /// How many ends of ranges are tried together with options.
    private static let mostPairs = 24

    let filter: Filter
    let seed: UInt64
    /// The name that findings bear: that of the whole shader whose twin is tried, or the filter's own.
    let name: String
    /// What runs the filter where the reference cannot.
    let device: (any Renderer)?
    var result = HDRReadiness.Result()
    /// The lines of `intends` that something bore out.
    private var usedIntents: Set<Int> = []

    init(filter: Filter, seed: UInt64, name: String? = nil, device: (any Renderer)? = nil) {
        (self.filter, self.seed, self.device) = (filter, seed, device)
        self.name = name ?? filter.name
    }

    /// Tries everything that the budget is enough for, the simplest first; ends early when the work is cancelled.
    mutating func run(_ budget: HDRReadiness.Budget, work: Work, _ progress: (@Sendable (Int, Int) -> Void)?) {
        let tries = plan()
        let first = tries.prefix(while: \.isInitial).count
        var start = 0
        while start < tries.count, result.problem == nil {
            progress?(start, tries.count)
            // The initial values are tried in full before anything else.
            let isFirst = start == 0
            let end = isFirst ? first : min(start + Self.groupLength, tries.count)
            let isExpensive = !result.leftOut.isEmpty
            if !isFirst, isExpensive || work.steps > budget.steps {
                let count = Set(tries[start...].map(\.choice.label)).count
                result.leftOut.append("\(count) of \(Set(tries.map(\.choice.label)).count) settings")
                break
            }
            run(tries[start..<end], limit: isFirst ? budget.stepsOfInitial : budget.stepsOfEach, work)
            if work.isCancelled { return }
            start = end
        }
        noteNeedlessIntents()
    }

    // MARK: Tries

    private func plan() -> [Try] {
        let isDark = filter.kind == .generate
        let usual = SettingChoice.usual(of: filter)
        var tries: [Try] = []
        for choice in usual {
            let isInitial = choice.label == "initial"
            for composition in ReadinessComposition.all {
                tries.append(Try(choice: choice, composition: composition, part: .pixels))
                if composition.color.isHDR, !isDark {
                    tries.append(Try(choice: choice, composition: composition, part: .ramps))
                }
            }
            tries.append(Try(choice: choice, composition: .hlg, part: .space))
            if isInitial {
                tries.append(Try(choice: choice, composition: .hlg, part: .time))
                tries.append(Try(choice: choice, composition: .hlg, part: .mixing))
            }
            guard !filter.pictureNames.isEmpty else { continue }
            for further in FurtherPictures.allCases {
                for part in further.parts(isInitial: isInitial) where !isDark || part == .pixels {
                    tries.append(Try(choice: choice, composition: .hlg, further: further, part: part))
                }
            }
        }
        for choice in SettingChoice.all(of: filter, randomCount: 4) where choice.label != "initial" {
            tries.append(Try(choice: choice, composition: .hlg, part: .pixels))
            if filter.kind == .area { tries.append(Try(choice: choice, composition: .hlg, part: .reach)) }
        }
        // Where a fault is mixed in by share, it is whole at an end alone.
        for choice in SettingChoice.ends(of: filter) {
            if !isDark, filter.kind != .warp {
                tries.append(Try(choice: choice, composition: .pq, part: .ramps))
            }
            if filter.kind == .area { tries.append(Try(choice: choice, composition: .hlg, part: .neighbours)) }
        }
        let isCheap = filter.kind == .point || filter.kind == .blend
        if isCheap, filter.usedNames.isDisjoint(with: ["position", "size"]) {
            for choice in SettingChoice.endsOfOptions(of: filter).prefix(Self.mostPairs) {
                tries.append(Try(choice: choice, composition: .pq, part: .ramps))
            }
        }
        // The dearest last: where it is too much, nothing else is left out for it.
        if let first = usual.first { tries.append(Try(choice: first, composition: .hlg, part: .wide)) }
        return tries
    }

    /// Runs tries side by side, and takes what they found in their order.
    private mutating func run(_ tries: ArraySlice<Try>, limit: Int, _ work: Work) {
        let found = Mutex<[Int: Examination]>([:])
        let base = self
        DispatchQueue.concurrentPerform(iterations: tries.count) { index in
            var own = base
            own.run(tries[tries.startIndex + index], Work(limit: limit, partOf: work))
            found.withLock { $0[index] = own }
        }
        for own in found.withLock({ found in tries.indices.compactMap { found[$0 - tries.startIndex] } }) {
            for finding in own.result.findings where !result.findings.contains(where: { $0.id == finding.id }) {
                result.findings.append(finding)
            }
            result.intended.formUnion(own.result.intended)
            usedIntents.formUnion(own.usedIntents)
            for text in own.result.leftOut where !result.leftOut.contains(text) { result.leftOut.append(text) }
            if result.problem == nil { result.problem = own.result.problem }
        }
    }

    private mutating func run(_ attempt: Try, _ work: Work) {
        guard let settings = attempt.choice.settings(of: filter, seed: seed, width: 33, height: 33) else { return }
        var probing = Probing(filter, settings, attempt.composition, work: work, device: device)
        probing.further = attempt.further
        do {
            try run(attempt.part, probing, isInitial: attempt.isInitial)
        } catch Work.Ending.exhausted {
            let place = attempt.isInitial ? "in \(attempt.composition.name)" : "with \(attempt.choice.label)"
            result.leftOut.append("\(attempt.part.rawValue) \(place)")
        } catch Work.Ending.cancelled {
            // The whole result says nothing.
        } catch {
            result.problem = "\(error)"
        }
    }

    private mutating func run(_ part: Part, _ probing: Probing, isInitial: Bool) throws {
        switch part {
        case .pixels: if filter.kind == .generate { try examineGenerated(probing) } else { try examinePixels(probing) }
        case .ramps:
            try examineRamps(probing, isInitial: isInitial)
            try examineBelow(probing)
        case .space: try examineSpace(probing, isInitial: isInitial)
        case .neighbours: try examineNeighbours(probing)
        case .mixing: try examineMixing(probing)
        case .time: try examineTime(probing)
        case .reach: try examineReach(probing)
        case .wide: try examineWide(probing)
        }
    }

    // MARK: Reporting

    /// Whether a finding would be news with these settings: not reported yet, nor known to be meant.
    func isOpen(_ id: Finding.ID, _ probing: Probing) -> Bool {
        if let intent = intent(id, probing) { return !usedIntents.contains(intent.line) }
        return !result.findings.contains { $0.id == id }
    }

    /// The line that says a finding is meant with these settings.
    private func intent(_ id: Finding.ID, _ probing: Probing) -> Filter.Intent? {
        guard id.canBeIntended, !filter.intents.isEmpty else { return nil }
        let complete = filter.complete(
            probing.settings, size: (33, 33), contentHeadroom: probing.composition.color.contentHeadroom)
        return filter.intents.first { $0.covers(id.rawValue, complete) }
    }

    /// Notes a finding, once of a kind, unless the file says that it is meant.
    mutating func report(
        _ id: Finding.ID, _ probing: Probing, input: [SIMD4<Double>] = [], output: SIMD4<Double>? = nil,
        wanted: SIMD4<Double>? = nil, limit: Double? = nil, _ reason: String
    ) {
        if let intent = intent(id, probing) {
            usedIntents.insert(intent.line)
            result.intended.insert(id)
            return
        }
        guard !result.findings.contains(where: { $0.id == id }) else { return }
        result.findings.append(
            Finding(
                id, filter: name, settings: probing.settings, composition: probing.composition.name,
                furtherPictures: probing.further.name, input: input, output: output, wanted: wanted, limit: limit,
                reason: reason))
    }

    private mutating func noteNeedlessIntents() {
        // What was left out might have borne them out.
        guard result.leftOut.isEmpty else { return }
        for intent in filter.intents where !usedIntents.contains(intent.line) {
            // Names that are none are the check's to report.
            guard let id = Finding.ID(rawValue: intent.finding), id.canBeIntended else { continue }
            result.findings.append(
                Finding(
                    .needlessIntent, filter: name,
                    reason: "line \(intent.line) says that \(id.rawValue) is meant, which was not seen"))
        }
    }
}

extension Filter.Intent {
    /// Whether the line speaks of a finding that shows with these values.
    func covers(_ name: String, _ values: Settings) -> Bool {
        finding == name && bounds.allSatisfy { $0.holds(in: values) }
            && settings.allSatisfy { name, numbers in
                guard let value = values[name], value.count == numbers.count else { return false }
                return zip(value, numbers).allSatisfy { Float($0) == Float($1) }
            }
    }
}
