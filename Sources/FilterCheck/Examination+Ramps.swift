import Foundation

/// A way through light: what the filter's pictures show when the light is so bright.
private struct Sweep: Sendable {
    /// How the way is told, with the light in place of `%`.
    let name: String
    let inputs: @Sendable (Double) -> [SIMD4<Double>]
    /// Whether the light stands alone in one of a blend's pictures, the other being clear.
    var isAlone = false

    static func grey(_ light: Double) -> SIMD4<Double> { SIMD4(light, light, light, 1) }

    static let point = [Sweep(name: "grey light of %") { [grey($0)] }]

    static let blend: [Sweep] =
        [Sweep(name: "% over %") { [grey($0), grey($0)] }]
        + [0.25, 1, 4].flatMap { fixed in
            [
                Sweep(name: "\(Finding.shown(fixed)) over %") { [grey($0), grey(fixed)] },
                Sweep(name: "% over \(Finding.shown(fixed))") { [grey(fixed), grey($0)] },
            ]
        }
        + [
            Sweep(name: "% under a clear picture", inputs: { [grey($0), .zero] }, isAlone: true),
            Sweep(name: "% over a clear picture", inputs: { [.zero, grey($0)] }, isAlone: true),
        ]
}

/// The results along a sweep at one place, in one channel.
private struct Track {
    let light: [Double]
    let result: [Double]
    /// How far results may be off before it means anything.
    func tolerance(_ index: Int) -> Double { 1e-9 * max(1, result[index].magnitude) }

    /// Whether the result is not the same all along.
    var moves: Bool { result.contains { ($0 - result[0]).magnitude > 1e-6 } }

    /// The first index from which on the result stays what it is at the end; `nil` when it moves to the end, or never.
    var plateau: Int? {
        guard let last = result.last, last.isFinite else { return nil }
        let moving = result.lastIndex { !(($0 - last).magnitude <= 1e-9 * max(1, last.magnitude)) }
        guard let moving, moving + 4 < result.count else { return nil }
        return moving + 1
    }

    /// The index of a maximum at or above white: rising before, and falling for a while after, or soon by much.
    var turn: Int? {
        for index in result.indices.dropFirst().dropLast(4) where light[index] >= 0.97 {
            guard result[index] > result[index - 1] + tolerance(index) else { continue }
            func falls(_ count: Int, by share: Double) -> Bool {
                (0..<count).allSatisfy { result[index + $0 + 1] < result[index + $0] - tolerance(index) }
                    && result[index] - result[index + count] > share * result[index].magnitude
            }
            if falls(4, by: 0.01) || falls(3, by: 0.25) { return index }
        }
        return nil
    }

    /// Where the result, rising before and after, falls at once by much: one such place may be a choice, two and more are
    /// numbers that wrap around.
    var falls: [Int] {
        result.indices.dropFirst().dropLast(2).filter { index in
            light[index] >= 0.97 && result[index] > 0 && result[index] > result[index - 1] + tolerance(index)
                && result[index + 1] < 0.9 * result[index] - tolerance(index)
                && result[index + 2] > result[index + 1] + tolerance(index)
        }
    }
}

extension Examination {
    private static let signalNames: Set<String> = [
        "toSignal", "toLight", "pqToNits", "nitsToPQ", "hlgToNits", "nitsToHLG", "bt2390",
    ]

    /// Follows the filter from black to far above white: where it ends, turns around, or leaves what light can be.
    mutating func examineRamps(_ probing: Probing, isInitial: Bool) throws {
        // A composition's signal ends at 10000 cd/m2, light goes on.
        let isSignal = filter.light == .signal || !filter.usedNames.isDisjoint(with: Self.signalNames)
        let top = isSignal ? 5.5 : probing.isSpatial ? 8 : 10.0
        let step = probing.isLocal ? 0.25 : 0.5
        let light =
            [0] + stride(from: probing.isLocal ? -6 : -4, through: top, by: step).map { probing.given(exp2($0)) }
        let sweeps = filter.kind == .blend ? Sweep.blend : Sweep.point
        try probing.prepare(sweeps.flatMap { light.map($0.inputs) })
        let all = try sweeps.map { sweep in try probing.responses(to: light.map(sweep.inputs)) }
        var jumping: [Set<Int>] = Array(repeating: [], count: sweeps.count)
        for place in all.first?.first?.values.indices ?? 0..<0 {
            for (number, responses) in all.enumerated() {
                let channels = (0..<3).map { channel in
                    Track(light: light, result: responses.map { $0.values[place][channel] })
                }
                try examineWrap(channels, sweeps[number], probing, place)
                try examineDrop(channels, sweeps[number], probing, place)
            }
            for channel in 0..<3 {
                let tracks = all.map { responses in
                    Track(light: light, result: responses.map { $0.values[place][channel] })
                }
                for (number, track) in tracks.enumerated() {
                    try examineTurn(track, sweeps[number], probing, place, channel)
                    if isInitial { examineSize(track, sweeps[number], probing, all[number], place) }
                }
                // A blend ends only where no way through its two pictures goes on: some choose between them. What stands
                // alone there is nothing to choose from.
                let moving = tracks.indices.filter { tracks[$0].moves && !sweeps[$0].isAlone }
                let goesOn = moving.contains { tracks[$0].plateau == nil }
                for (number, track) in tracks.enumerated() where sweeps[number].isAlone || number == 0 && !goesOn {
                    guard track.moves, let index = track.plateau, !jumping[number].contains(index) else { continue }
                    let isChoice = try !reportEnd(track, index, sweeps[number], probing, place, channel)
                    if isChoice { jumping[number].insert(index) }
                }
            }
        }
    }

    private mutating func examineTurn(
        _ track: Track, _ sweep: Sweep, _ probing: Probing, _ place: Int, _ channel: Int
    ) throws {
        guard isOpen(.breaksAbove, probing), let index = track.turn else { return }
        // The maximum lies between the neighbours.
        var (low, high) = (track.light[index - 1], track.light[index + 1])
        for _ in 0..<40 {
            let (one, two) = (low + (high - low) / 3, high - (high - low) / 3)
            let found = try probing.responses(to: [sweep.inputs(one), sweep.inputs(two)])
            if found[0].values[place][channel] < found[1].values[place][channel] { low = one } else { high = two }
        }
        let limit = (low + high) / 2
        let beyond = track.light[index + 4]
        let output = try probing.responses(to: [sweep.inputs(beyond)])[0].values[place]
        report(
            .breaksAbove, probing, input: sweep.inputs(beyond), output: output, limit: limit,
            "the result rises up to \(Finding.shown(limit)) and falls above, so that brighter light becomes darker")
    }

    /// Numbers that wrap around, as codes of so many bits do: in all channels of grey light alike.
    private mutating func examineWrap(
        _ channels: [Track], _ sweep: Sweep, _ probing: Probing, _ place: Int
    ) throws {
        guard isOpen(.breaksAbove, probing) else { return }
        let all = channels.map(\.falls)
        let common = all[0].filter { all[1].contains($0) && all[2].contains($0) }
        guard common.count > 1, let index = common.first else { return }
        let track = channels[0]
        var (low, high) = (track.light[index], track.light[index + 1])
        for _ in 0..<40 {
            let middle = probing.given((low + high) / 2)
            if middle <= low || middle >= high { break }
            let isBelow = try probing.responses(to: [sweep.inputs(middle)])[0].values[place].x >= track.result[index]
            if isBelow { low = middle } else { high = middle }
        }
        let output = try probing.responses(to: [sweep.inputs(high)])[0].values[place]
        report(
            .breaksAbove, probing, input: sweep.inputs(high), output: output, limit: high,
            "the result rises up to \(Finding.shown(high)) and begins anew there, and again further up: it wraps around, so "
                + "that brighter light becomes darker")
    }

    /// One fall of grey light by much at a fixed light far above white, though it goes on rising: brighter light is darker
    /// than what lies below it, and nothing that can be set says where.
    private mutating func examineDrop(
        _ channels: [Track], _ sweep: Sweep, _ probing: Probing, _ place: Int
    ) throws {
        guard isOpen(.breaksAbove, probing), filter.kind == .point || filter.kind == .area,
            filter.usedNames.isDisjoint(with: ["position", "size", "contentHeadroom"])
        else { return }
        let all = channels.map(\.falls)
        guard let index = all[0].first, all.allSatisfy({ $0 == [index] }), channels[0].light[index] >= 1.5 else {
            return
        }
        let track = channels[0]
        // To the left and to the right, it is a rising curve.
        let rises = track.result.indices.dropFirst().allSatisfy {
            $0 == index + 1 || track.result[$0] > track.result[$0 - 1] - track.tolerance($0)
        }
        let light = [track.light[index], track.light[index + 1]]
        guard rises, track.result[index + 1] > 0, try !movesFall(light, sweep, probing, place) else { return }
        let output = try probing.responses(to: [sweep.inputs(light[1])])[0].values[place]
        report(
            .breaksAbove, probing, input: sweep.inputs(light[1]), output: output, limit: light[0],
            "the result rises up to \(Finding.shown(light[0])) and falls at once above, so that brighter light becomes "
                + "darker; no parameter says where")
    }

    /// Whether a parameter says where a fall lies, or how deep it is.
    private func movesFall(_ light: [Double], _ sweep: Sweep, _ probing: Probing, _ place: Int) throws -> Bool {
        func falls(_ probing: Probing) throws -> Bool {
            let found = try probing.responses(to: light.map(sweep.inputs))
            return found[1].values[place].x < 0.9 * found[0].values[place].x
        }
        let complete = filter.complete(
            probing.settings, size: (33, 33), contentHeadroom: probing.composition.color.contentHeadroom)
        for parameter in filter.parameters where [.float, .int, .color, .vec3].contains(parameter.kind) {
            guard let numbers = complete[parameter.name] else { continue }
            for share in [0.25, 0.5, 2, 4] where numbers.allSatisfy({ parameter.range.contains($0 * share) }) {
                if try !falls(probing.setting([parameter.name: numbers.map { $0 * share }])) { return true }
            }
        }
        return false
    }

    private mutating func examineSize(
        _ track: Track, _ sweep: Sweep, _ probing: Probing, _ responses: [Response], _ place: Int
    ) {
        let headroom = probing.composition.color.contentHeadroom
        guard isOpen(.overflows, probing) else { return }
        for (index, light) in track.light.enumerated() where light <= headroom * 1.01 {
            let value = track.result[index]
            // What is infinite, or negative, is a finding of its own.
            guard value > 65504, value.isFinite else { continue }
            report(
                .overflows, probing, input: sweep.inputs(light), output: responses[index].values[place],
                "light of \(Finding.shown(light)), which content has, becomes \(Finding.shown(value)), and stored "
                    + "pictures end at 65504")
            return
        }
    }

    /// Reports where a result stops moving, when it comes there without a jump and below what content has; `false` when
    /// it jumps there.
    private mutating func reportEnd(
        _ track: Track, _ index: Int, _ sweep: Sweep, _ probing: Probing, _ place: Int, _ channel: Int
    ) throws -> Bool {
        let headroom = probing.composition.color.contentHeadroom
        let level = track.result[index]
        guard isOpen(.clipsAtOne, probing) || isOpen(.breaksAbove, probing), level < 0.99 * headroom,
            track.light[index - 1] < 0.99 * headroom
        else { return true }
        func value(_ light: Double) throws -> SIMD4<Double> {
            try probing.responses(to: [sweep.inputs(light)])[0].values[place]
        }
        // A threshold jumps to what it stays at; that is a choice, no clip.
        // The last of many small steps is none.
        let least = 0.05 * (level - track.result[0]).magnitude
        guard try !jumps(between: track.light[index - 1], track.light[index + 1], byMoreThan: least, value) else {
            return false
        }
        var (low, high) = (track.light[index - 1], track.light[index])
        for _ in 0..<40 where high - low > 1e-7 * high {
            let middle = probing.given((low + high) / 2)
            if middle <= low || middle >= high { break }
            let isThere = (try value(middle)[channel] - level).magnitude <= 1e-9 * max(1, level.magnitude)
            if isThere { high = middle } else { low = middle }
        }
        if try isNamed(high, level, sweep, track, probing, place, channel) { return true }
        let bright = sweep.inputs(max(4, high * 2))
        let output = try value(max(4, high * 2))
        let end = level.magnitude < 1e-9 ? 0 : level
        if (level - 1).magnitude < 0.01 || (high - 1).magnitude < 0.03 {
            report(
                .clipsAtOne, probing, input: bright, output: output, limit: high,
                "all light above \(Finding.shown(high)) becomes \(Finding.shown(end)): highlights lose what tells them "
                    + "apart")
        } else if high < 0.99 * headroom {
            report(
                .breaksAbove, probing, input: bright, output: output, limit: high,
                "all light above \(Finding.shown(high)) becomes \(Finding.shown(end)), though content goes up to "
                    + "\(Finding.shown(headroom))")
        }
        return true
    }

    /// Whether a setting names the light at which a result ends, or what it ends at: with another value it ends elsewhere.
    private func isNamed(
        _ start: Double, _ level: Double, _ sweep: Sweep, _ track: Track, _ probing: Probing, _ place: Int,
        _ channel: Int
    ) throws -> Bool {
        func isNear(_ number: Double, _ other: Double) -> Bool { (number - other).magnitude <= 0.01 * other.magnitude }
        let complete = filter.complete(
            probing.settings, size: (33, 33), contentHeadroom: probing.composition.color.contentHeadroom)
        for parameter in filter.parameters {
            switch parameter.kind {
            case .float, .int, .vec2, .vec3, .vec4, .color: break
            case .bool, .choice, .point, .curve, .image: continue
            }
            guard let numbers = complete[parameter.name],
                numbers.contains(where: { isNear($0, start) || isNear($0, level) }),
                let share = [0.75, 1.25, 0.5, 2].first(where: { share in
                    numbers.allSatisfy { parameter.range.contains($0 * share) }
                })
            else { continue }
            let other = probing.setting([parameter.name: numbers.map { $0 * share }])
            func value(_ light: Double) throws -> Double {
                try other.responses(to: [sweep.inputs(probing.given(light))])[0].values[place][channel]
            }
            let end = try value(track.light[track.light.count - 1])
            let ends = isNear(try value(track.light[track.light.count - 2]), end)
            // A gain after a clamp makes another level of the same end, and is no name for it.
            if ends, isNear(try value(start * share * 1.05), end), try !isNear(value(start * share * 0.9), end) {
                return true
            }
        }
        return false
    }

    /// Whether some channel jumps between two lights.
    private func jumps(
        between start: Double, _ end: Double, byMoreThan least: Double, _ value: (Double) throws -> SIMD4<Double>
    ) throws -> Bool {
        for channel in 0..<3 {
            var (low, high) = (start, end)
            var (below, above) = (try value(low)[channel], try value(high)[channel])
            for _ in 0..<24 {
                let middle = (low + high) / 2
                let between = try value(middle)[channel]
                if (between - below).magnitude > (above - between).magnitude {
                    (high, above) = (middle, between)
                } else {
                    (low, below) = (middle, between)
                }
            }
            // Between two halves there is nothing.
            if (above - below).magnitude > max(1e-3 * max(1, above.magnitude), least) { return true }
        }
        return false
    }
}
