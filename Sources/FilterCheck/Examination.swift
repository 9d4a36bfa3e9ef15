import FilterGraph
import FilterLanguage
import Frames

/// One filter being tried for HDR.
struct Examination {
    let filter: Filter
    let seed: UInt64
    var result = HDRReadiness.Result()
    /// The lines of `intends` that something bore out.
    private var usedIntents: Set<Int> = []

    init(filter: Filter, seed: UInt64) { (self.filter, self.seed) = (filter, seed) }

    mutating func run() throws {
        let usual = SettingChoice.usual(of: filter)
        for (number, choice) in usual.enumerated() {
            for composition in ReadinessComposition.all {
                guard let probing = probing(choice, composition) else { continue }
                try examinePixels(probing)
                if composition.color.isHDR { try examineRamps(probing, isInitial: number == 0) }
            }
            if let probing = probing(choice, .hlg) { try examineSpace(probing, isInitial: number == 0) }
        }
        for choice in SettingChoice.all(of: filter, randomCount: 4) where choice.label != "initial" {
            if let probing = probing(choice, .hlg) { try examinePixels(probing) }
        }
        if let probing = probing(usual[0], .hlg) { try examineTime(probing) }
        noteNeedlessIntents()
    }

    private func probing(_ choice: SettingChoice, _ composition: ReadinessComposition) -> Probing? {
        choice.settings(of: filter, seed: seed, width: 33, height: 33).map { Probing(filter, $0, composition) }
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
        return filter.intents.first { $0.covers(id, complete) }
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
                id, filter: filter.name, settings: probing.settings, composition: probing.composition.name,
                input: input,
                output: output, wanted: wanted, limit: limit, reason: reason))
    }

    private mutating func noteNeedlessIntents() {
        for intent in filter.intents where !usedIntents.contains(intent.line) {
            // Names that are none are the check's to report.
            guard let id = Finding.ID(rawValue: intent.finding), id.canBeIntended else { continue }
            result.findings.append(
                Finding(
                    .needlessIntent, filter: filter.name,
                    reason: "line \(intent.line) says that \(id.rawValue) is meant, which was not seen"))
        }
    }
}

extension Filter.Intent {
    /// Whether the line speaks of a finding that shows with these values.
    func covers(_ id: Finding.ID, _ values: Settings) -> Bool {
        finding == id.rawValue
            && settings.allSatisfy { name, numbers in
                guard let value = values[name], value.count == numbers.count else { return false }
                return zip(value, numbers).allSatisfy { Float($0) == Float($1) }
            }
    }
}
