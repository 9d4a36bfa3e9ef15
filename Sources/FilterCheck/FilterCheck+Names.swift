import FilterLanguage

extension FilterCheck {
    /// The names of the cases that a check of a filter runs, for who looks for one; a case that a failure was shrunk to has
    /// a name beside these.
    public static func caseNames(of filter: Filter, options: CheckOptions = CheckOptions()) -> [String] {
        var options = options
        options.only = nil
        let pictures = CheckCase.plan(for: filter, options: options).map(\.description)
        let labels = ["initial"] + (filter.parameters.isEmpty ? [] : (0..<4).map { "random-\($0)" })
        let laws = filter.laws.flatMap { law in
            labels.flatMap { label in colors(of: law).map { "law-\(law.line)/\(label)/\($0.rawValue)" } }
        }
        let clear = SettingChoice.all(of: filter, randomCount: 2).flatMap { choice in
            CheckColor.allCases.map { "clear/\(choice.label)/\($0.rawValue)" }
        }
        return ["readiness"] + filter.examples.map { "expect-\($0.line)" } + laws + clear + pictures
    }

    /// Whether a name, as failures give it, means a case of the filter.
    public static func hasCase(_ name: String, of filter: Filter) -> Bool {
        if name == "readiness" || filter.examples.contains(where: { name == "expect-\($0.line)" }) { return true }
        let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { return false }
        let isOfPictures = ["again", "written", "place", "size", "fused"].contains(parts[0])
        if let test = CheckCase(isOfPictures ? parts[1] : name) {
            return has(test.choice, filter, width: test.width, height: test.height)
        }
        let law = filter.laws.first { parts[0] == "law-\($0.line)" }
        let rest = parts[1].split(separator: "/").map(String.init)
        guard parts[0] == "clear" || law != nil, rest.count == 2, let color = CheckColor(rawValue: rest[1]) else {
            return false
        }
        return law.map(colors)?.contains(color) ?? true
            && has(SettingChoice(label: rest[0]), filter, width: 17, height: 15)
    }

    /// The compositions in which a law is tried.
    private static func colors(of law: Filter.Law) -> [CheckColor] {
        law.name == "linear" ? [.hlg] : CheckColor.allCases
    }

    private static func has(_ choice: SettingChoice, _ filter: Filter, width: Int, height: Int) -> Bool {
        choice.settings(of: filter, seed: 1, width: width, height: height) != nil
    }
}
