import FilterGraph
import FilterLanguage
import Foundation
import Frames

/// Renderings of the candidate that must agree with one another.
extension Checker {
    /// The same job twice; the same pixel at every place; the same pixels in a larger picture.
    mutating func runRepeats(_ tests: [CheckCase]) {
        if let only = options.only {
            guard let slash = only.firstIndex(of: "/"),
                let test = CheckCase(String(only[only.index(after: slash)...]))
            else { return }
            switch only[..<slash] {
            case "again": runAgain(test)
            case "place": runPlace(test)
            case "size": runSize(test)
            default: break
            }
            return
        }
        // One case a size: what it needs is compiled already.
        var seen: Set<Int> = []
        for test in tests where test.input != .nonFinite && seen.insert(test.width).inserted {
            guard !isFull else { return }
            runAgain(test)
            if test.width > 17 {
                var uniform = test
                uniform.pixels = Self.fill(test)
                runPlace(uniform)
            }
        }
        let labels = filter.parameters.isEmpty ? ["initial"] : ["initial", "random-0"]
        for (label, format) in zip(labels, options.formats.prefix(1) + options.formats.suffix(1)) where !isFull {
            let test = CheckCase(
                width: 17, height: 15, choice: SettingChoice(label: label), input: .noise, format: format, color: .hlg)
            ifAffordable("pictures at corners of larger ones", label, 17, 15) { $0.runSize(test) }
        }
    }

    /// A pixel a picture that no channel repeats, in what the case's pictures are made of.
    private static func fill(_ test: CheckCase) -> [SIMD4<Double>] {
        test.format.isLight ? [[0.75, 2.5, 0.125, 1], [3, 0.25, 1.5, 1]] : [[700, 300, 90, 3], [200, 650, 410, 3]]
    }

    /// The values that a case sets.
    func settings(_ test: CheckCase) -> Settings {
        test.choice.settings(of: filter, seed: options.seed, width: test.width, height: test.height) ?? [:]
    }

    private func sources(_ test: CheckCase) -> [HostPlanes] {
        (0..<filter.sourceCount).map { test.input.picture(test, index: $0, seed: options.seed) }
    }

    /// The job of a case.
    func rendering(_ test: CheckCase) throws -> Rendering {
        try Rendering(
            filter, settings: settings(test), sources: sources(test), format: test.format, width: test.width,
            height: test.height, color: test.color.composition, time: test.time(seed: options.seed))
    }

    // MARK: Determinism

    mutating func runAgain(_ test: CheckCase) {
        let name = "again/\(test)"
        report.count(name)
        do {
            let rendering = try rendering(test)
            let (one, two) = (try rendering.result(of: candidate), try rendering.result(of: candidate))
            if let label = Self.firstDifference(one.records, two.records) {
                add(
                    .difference, "the same picture gave another \(label) the second time", case: name,
                    settings: settings(test), name: "not-deterministic")
                return
            }
            noteNoNumbers(one.records, test, case: name)
            guard let place = one.firstDifference(from: two, rendering) else { return }
            add(
                .difference, "the same job gave another picture the second time", case: name, settings: settings(test),
                pixel: place, name: "not-deterministic")
        } catch {
            add(error, case: name, settings: settings(test))
        }
    }

    /// The name of the first number that two runs give by other bits: no number is the same as no number.
    private static func firstDifference(_ one: [FrameRecord], _ two: [FrameRecord]) -> String? {
        guard one.map(\.node) == two.map(\.node) else { return "set of results" }
        for (record, again) in zip(one, two) {
            guard record.numbers.count == again.numbers.count else { return "number of results" }
            let other = record.numbers.indices.first {
                record.numbers[$0].bitPattern != again.numbers[$0].bitPattern
                    && !(record.numbers[$0].isNaN && again.numbers[$0].isNaN)
            }
            if let other { return record.label(ofNumber: other) }
        }
        return nil
    }

    /// Tells of results that are no number, or infinite, though every light that was measured was a number.
    private mutating func noteNoNumbers(_ records: [FrameRecord], _ test: CheckCase, case name: String) {
        guard test.input != .nonFinite || test.pixels != nil else { return }
        for record in records {
            guard let index = record.numbers.firstIndex(where: { !$0.isFinite }) else { continue }
            add(
                .law, "of finite light the result \(record.label(ofNumber: index)) is \(record.numbers[index])",
                case: name, settings: settings(test), name: Finding.ID.notFinite.rawValue)
            return
        }
    }

    // MARK: Place

    /// A uniform picture comes out uniform to the bit, whichever workgroup, row or pair of columns a pixel lies in.
    private mutating func runPlace(_ test: CheckCase) {
        guard filter.kind.isLocal, !filter.usedNames.contains("position") else { return }
        let name = "place/\(test)"
        report.count(name)
        do {
            let rendering = try rendering(test)
            let target = try rendering.result(of: candidate)
            let first = test.format.load(from: target.planes, x: 0, y: 0)
            for place in 0..<(test.width * test.height) {
                let (x, y) = (place % test.width, place / test.width)
                let found = test.format.load(from: target.planes, x: x, y: y)
                guard let channel = (0..<4).first(where: { found[$0].bitPattern != first[$0].bitPattern }) else {
                    continue
                }
                add(
                    .difference, "of a uniform picture, one pixel differs from another", case: name,
                    settings: settings(test),
                    pixel: CheckFailure.Pixel(
                        x: x, y: y, channel: channel, expected: first[channel], found: found[channel], allowance: 0),
                    name: "depends-on-place")
                return
            }
        } catch {
            add(error, case: name, settings: settings(test))
        }
    }

    // MARK: Size

    /// How far a filter looks to the right and down; `nil` where the picture's size, or all of it, has a part in each
    /// pixel.
    private func margin(_ test: CheckCase) -> Int? {
        // A still is as large as the picture here, and so another one in a larger picture.
        guard !filter.usedNames.contains("size"), filter.kind != .warp, filter.images.isEmpty, filter.kind != .raw
        else {
            return nil
        }
        guard filter.kind == .area else { return 0 }
        let reach = reference.reach(
            of: filter, settings: settings(test), width: test.width, height: test.height, color: test.color.composition)
        guard let reach, reach.isFinite, reach < Double(min(test.width, test.height)) - 1 else { return nil }
        return Int(max(reach, 0).rounded(.up))
    }

    /// Pixels that lie further from the right and lower border than the filter looks are the same in a larger picture.
    private mutating func runSize(_ test: CheckCase) {
        // A filter that looks further than it says is known to.
        guard !readiness.knows(.readsOutsideReach), let margin = margin(test) else { return }
        let name = "size/\(test)"
        report.count(name)
        var large = test
        (large.width, large.height) = (64, 64)
        large.input = .noise
        do {
            let small = sources(test)
            let surrounded = sources(large)
            for (from, to) in zip(small, surrounded) {
                for place in 0..<(test.width * test.height) {
                    let (x, y) = (place % test.width, place / test.width)
                    test.format.store(test.format.load(from: from, x: x, y: y), into: to, x: x, y: y)
                }
            }
            // What begins in the middle would begin elsewhere.
            let values = filter.complete(
                settings(test), size: (test.width, test.height),
                contentHeadroom: test.color.composition.contentHeadroom)
            func rendering(_ sources: [HostPlanes], _ test: CheckCase) throws -> Rendering {
                try Rendering(
                    filter, settings: values, sources: sources, format: test.format, width: test.width,
                    height: test.height, color: test.color.composition, time: test.time(seed: options.seed))
            }
            let expected = try rendering(small, test).expected(by: reference)
            let target = try rendering(surrounded, large).result(of: candidate)
            let judge = Judge(format: test.format, color: test.color.composition)
            for y in 0..<max(test.height - margin, 0) {
                for x in 0..<max(test.width - margin, 0) where !expected.isUndecided(x: x, y: y) {
                    let expectation = expected.expectation(x: x, y: y)
                    guard expectation.value.isFinite, expectation.bound.isFinite,
                        let deviation = judge.deviation(
                            of: test.format.load(from: target.planes, x: x, y: y), from: expectation),
                        deviation.share > 1
                    else { continue }
                    let place = CheckFailure.Pixel(x: x, y: y, channel: 0, expected: 0, found: 0, allowance: 0)
                    add(
                        .difference,
                        "in a picture of 64x64 a pixel of the \(test.width)x\(test.height) at its corner differs",
                        case: name, settings: settings(test), pixel: place.with(deviation),
                        name: "depends-on-picture-size")
                    return
                }
            }
        } catch {
            add(error, case: name, settings: settings(test))
        }
    }
}

extension GuardedTarget {
    /// The first pixel in which two results differ by any bit.
    fileprivate func firstDifference(from other: GuardedTarget, _ rendering: Rendering) -> CheckFailure.Pixel? {
        for place in 0..<(rendering.width * rendering.height) {
            let (x, y) = (place % rendering.width, place / rendering.width)
            let (one, two) = (
                rendering.format.load(from: planes, x: x, y: y), rendering.format.load(from: other.planes, x: x, y: y)
            )
            // Which of the many NaNs it is, devices are free to choose.
            func differs(_ channel: Int) -> Bool {
                one[channel].bitPattern != two[channel].bitPattern && !(one[channel].isNaN && two[channel].isNaN)
            }
            guard let channel = (0..<4).first(where: differs) else { continue }
            return CheckFailure.Pixel(
                x: x, y: y, channel: channel, expected: one[channel], found: two[channel], allowance: 0)
        }
        return nil
    }
}
