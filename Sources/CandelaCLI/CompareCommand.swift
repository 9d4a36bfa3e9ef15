import Candela

/// `candela compare`: how far two videos are apart, in codes and in light.
enum CompareCommand {
    static let command = Command(
        name: "compare", summary: "Measure how far two videos are apart.", operands: "A B", operandCount: 2...2,
        options: [Option("--json", .flag, "One JSON document instead of text.")],
        notes: "Frames are paired in order. Exit 0 when nothing differs, 1 when something does.",
        run: { try run($0) })

    /// What was found out about two videos.
    struct Finding {
        var comparison: PictureComparison
        /// Pairs compared.
        var frames = 0
        /// Frames of each.
        var counts = (0, 0)
        var firstDifference: (frame: Int, time: MediaTime)?
        /// The first pair whose time stamps differ, and when its first frame is shown.
        var firstTimeDifference: (frame: Int, time: MediaTime)?
        /// Where chroma of the same codes lies, where the two say otherwise.
        var sitings: (ChromaSiting, ChromaSiting)?

        var isEqual: Bool { firstDifference == nil && counts.0 == counts.1 && sitings == nil }
    }

    private static func run(_ arguments: Arguments) throws -> ExitCode {
        let (a, b) = (arguments.operands[0], arguments.operands[1])
        guard a != "-" || b != "-" else {
            throw CommandError("-", "standard input can be read only once; name a file in place of one '-'")
        }
        let finding = try compare(try MediaReader(path: a), try MediaReader(path: b), names: (a, b))
        try Console.print(arguments.has("--json") ? json(finding).page : page(finding))
        return finding.isEqual ? .success : .different
    }

    private static func compare(_ a: MediaReader, _ b: MediaReader, names: (String, String)) throws -> Finding {
        var finding = Finding(
            comparison: try PictureComparison(a.track.description, b.track.description, names: names))
        let (one, other) = (a.track.description, b.track.description)
        if finding.comparison.codes != nil, one.layout.log2ChromaWidth == 1, one.siting != other.siting {
            finding.sitings = (one.siting, other.siting)
        }
        while true {
            let (first, second) = (try a.nextFrame(), try b.nextFrame())
            finding.counts.0 += first == nil ? 0 : 1
            finding.counts.1 += second == nil ? 0 : 1
            guard let first, let second else {
                // The longer one is counted to its end.
                if first != nil { while try a.nextFrame() != nil { finding.counts.0 += 1 } }
                if second != nil { while try b.nextFrame() != nil { finding.counts.1 += 1 } }
                return finding
            }
            if finding.comparison.add(first.planes, second.planes), finding.firstDifference == nil {
                finding.firstDifference = (finding.frames, first.time - a.track.start)
            }
            let (firstTime, secondTime) = (first.time - a.track.start, second.time - b.track.start)
            if firstTime != secondTime, finding.firstTimeDifference == nil {
                finding.firstTimeDifference = (finding.frames, firstTime)
            }
            finding.frames += 1
        }
    }

    private static func page(_ finding: Finding) -> String {
        var lines: [String] = []
        let comparison = finding.comparison
        if let codes = comparison.codes {
            lines.append("codes      largest        mean        PSNR")
            for channel in codes {
                lines.append(
                    "  \(column(channel.name, 6))\(number(channel.largest, 10, 0))\(number(channel.mean, 12, 5))"
                        + "\(number(channel.psnr(peak: comparison.peakCode), 9, 2)) dB")
            }
        } else {
            lines.append("codes: not compared, the two store different kinds")
        }
        if let nits = comparison.nits {
            lines.append("cd/m²      largest        mean")
            for channel in nits {
                lines.append(
                    "  \(column(channel.name, 6))\(number(channel.largest, 10, 3))\(number(channel.mean, 12, 5))")
            }
        }
        if finding.counts.0 == finding.counts.1 {
            lines.append("\(counted(finding.frames, "frame")) compared")
        } else {
            lines.append(
                "\(counted(finding.frames, "frame")) compared; the first has \(finding.counts.0), the second \(finding.counts.1)"
            )
        }
        if let first = finding.firstDifference {
            lines.append("first differing frame: \(first.frame) (at \(first.time.decimal) s)")
        } else {
            lines.append(finding.sitings == nil ? "no picture differs" : "no code differs")
        }
        if let (one, other) = finding.sitings {
            lines.append("chroma differs in where it lies: \(one), \(other)")
        }
        if let first = finding.firstTimeDifference {
            lines.append("first differing time stamp: frame \(first.frame) (at \(first.time.decimal) s)")
        }
        return lines.joined(separator: "\n")
    }

    private static func json(_ finding: Finding) -> JSON {
        let peak = finding.comparison.peakCode
        let codes: JSON =
            finding.comparison.codes.map { channels in
                .array(
                    channels.map {
                        [
                            "channel": .string($0.name), "largest": .number($0.largest), "mean": .number($0.mean),
                            "psnr": JSON($0.psnr(peak: peak)),
                        ]
                    })
            } ?? .null
        let nits: JSON =
            finding.comparison.nits.map { channels in
                .array(
                    channels.map {
                        ["channel": .string($0.name), "largest": .number($0.largest), "mean": .number($0.mean)]
                    })
            } ?? .null
        return [
            "equal": .bool(finding.isEqual), "frames": .integer(finding.frames),
            "framesOfFirst": .integer(finding.counts.0), "framesOfSecond": .integer(finding.counts.1),
            "firstDifferingFrame": JSON(finding.firstDifference?.frame),
            "firstDifferingTime": JSON(finding.firstDifference?.time.seconds),
            "firstDifferingTimeStamp": JSON(finding.firstTimeDifference?.frame), "codes": codes, "nits": nits,
            "chroma": finding.sitings.map { .array([.string("\($0.0)"), .string("\($0.1)")]) } ?? .null,
        ]
    }
}
