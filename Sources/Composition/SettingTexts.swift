import FilterGraph
import FilterLanguage
import Frames

/// Reads settings as people write them: `0.3`, `2/0/0/1`, `signal`, or values at times, `0@0 1@2.5~ease 0@120f`.
struct SettingTexts {
    /// What a filter's texts set.
    struct Values {
        var settings: Settings = [:]
        var keyframes: [String: Keyframes] = [:]
    }

    /// Frames a second, by which `120f` becomes a time.
    let frameRate: MediaTime?
    /// Columns and rows of the composition, in whose middle `center` lies.
    let size: (width: Int, height: Int)

    /// Reads a filter's settings; throws `SettingError` for the first that is none.
    func values(of filter: Filter, _ texts: [(name: String, text: String)]) throws(SettingError) -> Values {
        var values = Values()
        var plain: [(name: String, text: String)] = []
        for (name, text) in texts {
            if text.contains("@"), values.keyframes[name] == nil,
                let parameter = filter.parameters.first(where: { $0.name == name })
            {
                do {
                    values.keyframes[name] = try keyframes(of: filter, parameter, text)
                } catch {
                    throw SettingError(filter: filter.name, parameter: name, problem: error.problem)
                }
            } else {
                plain.append((name, text))
            }
        }
        values.settings = try filter.settings(parsing: plain)
        for name in values.keyframes.keys.sorted() where values.settings[name] != nil {
            throw SettingError(filter: filter.name, parameter: name, problem: "is set twice; set it once")
        }
        return values
    }

    // MARK: Keys

    private struct Problem: Error {
        let problem: String
    }

    /// One key as it was written.
    private struct Mark {
        var key: Keyframes.Key
        /// Half a frame, where the time was a frame's number.
        var halfFrame: MediaTime?
    }

    private func keyframes(
        of filter: Filter, _ parameter: Filter.Parameter, _ text: String
    ) throws(Problem) -> Keyframes {
        if parameter.kind == .curve {
            throw Problem(problem: "does not change with time; write its points alone, such as 0/0 0.5/0.7 1/1")
        }
        var marks: [Mark] = []
        for word in text.split(separator: " ") { marks.append(try mark(word, filter, parameter)) }
        marks.sort { $0.key.time < $1.key.time }
        var keys: [Keyframes.Key] = []
        for mark in marks {
            if let last = keys.last, last.time == mark.key.time {
                throw Problem(problem: "has two keys at \(last.time); keep one")
            }
            // Containers round the times of frames: a value that jumps at a frame must not wait for the next.
            if let half = mark.halfFrame, let last = keys.last, last.easing == .hold,
                last.time < mark.key.time - half
            {
                keys.append(Keyframes.Key(at: mark.key.time - half, mark.key.value, then: .hold))
            }
            keys.append(mark.key)
        }
        return Keyframes(keys)
    }

    private func mark(_ word: Substring, _ filter: Filter, _ parameter: Filter.Parameter) throws(Problem) -> Mark {
        let form = "write VALUE@TIME, such as 0@0 1@2.5~ease"
        let halves = word.split(separator: "@", omittingEmptySubsequences: false)
        guard halves.count == 2, !halves[0].isEmpty else {
            throw Problem(problem: "'\(word)' is not a value at a time; \(form)")
        }
        let parts = halves[1].split(separator: "~", omittingEmptySubsequences: false)
        guard parts.count <= 2, let time = TimeMark(parts[0]) else {
            throw Problem(problem: "'\(parts[0])' is not a time; \(TimeMark.form)")
        }
        let usual = parameter.kind.isHeld ? Keyframes.Easing.hold : .linear
        let easing = try parts.count == 2 ? easing(String(parts[1]), parameter) : usual
        let value = try value(String(halves[0]), word, filter, parameter)
        switch time {
        case .time(let moment): return Mark(key: Keyframes.Key(at: moment, value, then: easing))
        case .frame(let number):
            guard let rate = frameRate, rate.value > 0 else {
                throw Problem(problem: "\(parts[0]): the source states no frame rate; give a time in seconds")
            }
            let moment = MediaTime(Int64(number), 1).divided(by: rate)
            return Mark(
                key: Keyframes.Key(at: moment, value, then: easing), halfFrame: MediaTime(rate.scale, 2 * rate.value))
        }
    }

    private func easing(_ text: String, _ parameter: Filter.Parameter) throws(Problem) -> Keyframes.Easing {
        guard let easing = Keyframes.Easing(rawValue: text) else {
            let names = Keyframes.Easing.allCases.map(\.rawValue)
            let ending = Suggestion.ending(for: text, among: names)
            throw Problem(problem: "'~\(text)' is not one of ~\(names.joined(separator: ", ~"))\(ending)")
        }
        guard easing == .hold || !parameter.kind.isHeld else {
            throw Problem(problem: "has no values between two, so it is held; leave out '~\(text)'")
        }
        return easing
    }

    private func value(
        _ text: String, _ word: Substring, _ filter: Filter, _ parameter: Filter.Parameter
    ) throws(Problem) -> [Double] {
        if parameter.kind == .point, text == "center" { return [Double(size.width) / 2, Double(size.height) / 2] }
        do {
            return try filter.settings(parsing: [(parameter.name, text)])[parameter.name] ?? []
        } catch {
            throw Problem(problem: "the key '\(word)': \(error.problem)")
        }
    }
}

extension Filter.Parameter.Kind {
    /// Whether a value jumps from key to key.
    fileprivate var isHeld: Bool {
        switch self {
        case .bool, .choice: true
        default: false
        }
    }
}
