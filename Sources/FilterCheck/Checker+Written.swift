import CPUReference
import FilterGraph
import FilterLanguage
import Foundation
import Frames

/// Pictures that raw filters write: all of them, of numbers, and nothing else.
extension Checker {
    /// What memory holds before a filter writes: halves of 3, then of 4. A pixel that is the one and then the other was
    /// not written.
    private static let poisons: [(word: UInt32, light: Double)] = [(0x4200_4200, 3), (0x4400_4400, 4)]

    /// The stable name of the failure of pixels that are not written.
    static let unwrittenName = "leaves-unwritten"

    /// Renders pictures twice over what memory held, and looks for what was left of that.
    ///
    /// Every size and every choice of settings is tried once, and in a full check, where there is no twin to compare with,
    /// every case.
    mutating func runWritten(_ tests: [CheckCase]) {
        if let only = options.only, only.hasPrefix("written/") {
            if let test = CheckCase(String(only.dropFirst("written/".count))) { runWritten(test, isShrunk: false) }
            return
        }
        var seen: Set<String> = []
        for test in tests where !isFull && !isCancelled {
            let isFirst =
                seen.insert("\(test.width)").inserted || test.width == 17 && seen.insert(test.choice.label).inserted
            guard test.input != .nonFinite, isFirst || filter.twin == nil && options.extent == .full else { continue }
            runWritten(test, isShrunk: true)
            // Other pictures tell the same.
            if report.failures.contains(where: { $0.name == Self.unwrittenName }) { return }
        }
    }

    /// The places of pixels that a filter does not write in a case; `nil` where that cannot be seen.
    private func unwrittenPlaces(_ test: CheckCase) -> [Int]? {
        guard let rendering = try? rendering(test),
            let targets = try? Self.poisons.map({ try rendering.result(of: candidate, poison: $0.word) })
        else { return nil }
        return (0..<(test.width * test.height)).filter { Self.isUnwritten($0, test, targets) }
    }

    private static func isUnwritten(_ place: Int, _ test: CheckCase, _ targets: [GuardedTarget]) -> Bool {
        let (x, y) = (place % test.width, place / test.width)
        return zip(targets, poisons).allSatisfy { target, poison in
            test.format.load(from: target.planes, x: x, y: y) == SIMD4(repeating: poison.light)
        }
    }

    /// The smallest picture, with the initial settings if they show it too, that a filter does not write whole.
    private func smallestUnwritten(_ test: CheckCase, _ places: [Int]) -> (test: CheckCase, places: [Int]) {
        var best = (test: test, places: places)
        func take(_ other: CheckCase) -> Bool {
            guard !isCancelled, let places = unwrittenPlaces(other), !places.isEmpty else { return false }
            best = (other, places)
            return true
        }
        var initial = test
        initial.choice = SettingChoice(label: "initial")
        _ = initial.choice.label != test.choice.label && take(initial)
        var isSmaller = true
        while isSmaller {
            let (w, h) = (best.test.width, best.test.height)
            isSmaller = [(1, 1), (w / 2, h), (w, h / 2), (w - 1, h), (w, h - 1)].contains { width, height in
                var other = best.test
                (other.width, other.height) = (width, height)
                return width > 0 && height > 0 && width * height < w * h && take(other)
            }
        }
        return best
    }

    private mutating func runWritten(_ given: CheckCase, isShrunk: Bool) {
        var test = given
        // In codes, what is no number would be one.
        test.format = .rgba32f
        let name = "written/\(test)"
        let settings = settings(test)
        report.count(name)
        do {
            let rendering = try rendering(test)
            let targets = try Self.poisons.map { try rendering.result(of: candidate, poison: $0.word) }
            let broken = targets.map(\.brokenGuardBytes).max() ?? 0
            if broken > 0 {
                return add(
                    .guardRows, "\(broken) bytes after the picture were written to", case: name, settings: settings)
            }
            var unwritten: [Int] = []
            for place in 0..<(test.width * test.height) {
                let (x, y) = (place % test.width, place / test.width)
                let found = targets.map { test.format.load(from: $0.planes, x: x, y: y) }
                if Self.isUnwritten(place, test, targets) {
                    unwritten.append(place)
                    continue
                }
                guard let channel = (0..<4).first(where: { !found[0][$0].isFinite }) else { continue }
                return note(
                    noNumber(found[0][channel], x: x, y: y, channel, case: name, settings: settings))
            }
            report.pixelCount += test.width * test.height
            guard !unwritten.isEmpty else { return }
            let all = self.unwritten(unwritten, test)
            guard isShrunk else { return note(all) }
            let smallest = smallestUnwritten(test, unwritten)
            var failure = self.unwritten(smallest.places, smallest.test)
            // The map of a small picture says little: the one in which it was noticed does.
            (failure.map, failure.mapCase) = (all.map, all.mapCase)
            note(failure)
        } catch {
            add(error, case: name, settings: settings)
        }
    }

    private func noNumber(
        _ found: Double, x: Int, y: Int, _ channel: Int, case name: String, settings: Settings
    ) -> CheckFailure {
        failure(
            .law, "of finite light it makes \(found.isNaN ? "no number (NaN)" : "infinite light")", case: name,
            settings: settings,
            pixel: CheckFailure.Pixel(x: x, y: y, channel: channel, expected: 0, found: found, allowance: 0),
            name: Finding.ID.notFinite.rawValue)
    }

    private func unwritten(_ places: [Int], _ test: CheckCase) -> CheckFailure {
        let first = places.first ?? 0
        let name = "written/\(test)"
        let count = test.width * test.height
        var failure = failure(
            .difference,
            "\(places.count) of \(count) pixels are not written, and show what memory held before, the first at "
                + "(\(first % test.width), \(first / test.width)); write each pixel of a tile, and end none early",
            case: name, settings: settings(test), name: Self.unwrittenName)
        var map = Array(repeating: "." as Character, count: count)
        for place in places { map[place] = "x" }
        (failure.map, failure.mapCase) = (Self.lines(map, width: test.width), name)
        return failure
    }
}

/// A renderer that is asked for one picture after another, from whatever threads.
struct InTurn: Renderer {
    let renderer: any Renderer
    private let turn = NSLock()

    init(renderer: any Renderer) { self.renderer = renderer }

    /// The renderer's own name.
    var name: String { renderer.name }

    func render(_ job: RenderJob, sources: [HostPlanes?], at time: MediaTime, into target: HostPlanes) throws
        -> FrameStatistics
    {
        try turn.withLock { try renderer.render(job, sources: sources, at: time, into: target) }
    }
}
