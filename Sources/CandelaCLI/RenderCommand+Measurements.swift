import Candela

// What raw filters measure, as events, and over all frames.
extension RenderCommand {
    /// Writes an event for each raw filter of a frame.
    static func report(_ measurement: FrameMeasurement, _ display: ProgressDisplay) {
        for (index, record) in measurement.records.enumerated() {
            var members: [(String, JSON)] = [
                ("filter", .string(record.filter)), ("index", .integer(index)), ("frame", .integer(measurement.frame)),
                ("seconds", .number(measurement.time.seconds)),
            ]
            if let level = LightLevel(record) {
                // Where no pixel was measured, there is no light to tell of, not even none.
                func number(_ value: Double) -> JSON { JSON(level.pixels > 0 ? value : nil) }
                members += [
                    ("maxNits", number(level.maxNits)), ("meanNits", number(level.meanNits)),
                    ("minLuminance", number(level.minLuminance)), ("meanLuminance", number(level.meanLuminance)),
                    ("maxLuminance", number(level.maxLuminance)),
                ]
            }
            let results = record.quantities.map { quantity -> (String, JSON) in
                let numbers = (record.values(quantity.name) ?? []).map(json)
                return (quantity.name, quantity.count == nil ? numbers.first ?? .null : .array(numbers))
            }
            display.event("measured", members + [("results", .object(results))])
        }
    }

    /// A whole number without a point.
    private static func json(_ number: Double) -> JSON { Int(exactly: number).map(JSON.integer) ?? JSON(number) }

    /// What the filters `lightLevel` say of the whole job, in words.
    static func figures(_ levels: [LightLevelSummary]) -> [Figure] {
        levels.enumerated().flatMap { index, summary -> [Figure] in
            let name = levels.count == 1 ? "lightLevel" : "lightLevel \(index + 1)"
            guard summary.frames > 0 else { return [("\(name)", "no pixel was measured")] }
            func value(_ peak: LightLevelSummary.Peak) -> String {
                "\(fixed(peak.nits, 3)) cd/m² (frame \(peak.frame))"
            }
            return [
                ("\(name), MaxCLL", value(summary.maxCLL)), ("\(name), MaxFALL", value(summary.maxFALL)),
                ("\(name), most luminance", value(summary.maxLuminance)),
                ("\(name), least luminance", value(summary.minLuminance)),
            ]
        }
    }

    /// The same in numbers.
    static func json(_ summary: LightLevelSummary) -> JSON {
        func value(_ peak: LightLevelSummary.Peak) -> JSON {
            summary.frames > 0 ? ["nits": JSON(peak.nits), "frame": .integer(peak.frame)] : .null
        }
        let contentLight: JSON = [
            "maxCLL": .integer(summary.contentLight.maxCLL), "maxFALL": .integer(summary.contentLight.maxFALL),
        ]
        return [
            "frames": .integer(summary.frames), "maxCLL": value(summary.maxCLL), "maxFALL": value(summary.maxFALL),
            "maxLuminance": value(summary.maxLuminance), "minLuminance": value(summary.minLuminance),
            "contentLight": summary.frames > 0 ? contentLight : .null,
            "histogram": .array(summary.histogram.map(JSON.integer)),
        ]
    }
}
