import CPUReference
import FilterGraph
import FilterLanguage
import Foundation
import Frames
import Testing

@testable import FilterCheck

/// A check that cannot fail proves nothing: every kind of mistake must be noticed.
@Suite struct ComparatorTests {
    private func check(
        _ name: String, on candidate: any Renderer, formats: [CheckFormat] = CheckFormat.allCases
    ) throws -> CheckReport {
        FilterCheck.check(
            try Shipped.filter(name), reference: CPURenderer(), candidate: candidate,
            options: CheckOptions(extent: .quick, formats: formats, failureLimit: 3))
    }

    @Test(arguments: ["exposure", "over", "transform"])
    func theReferenceAgreesWithItself(_ name: String) throws {
        let report = try check(name, on: CPURenderer())
        #expect(report.passed, "\(CheckReport.table([report]))")
        #expect(report.caseCount > 50 && report.pixelCount > 10_000)
    }

    @Test(arguments: CheckFormat.allCases)
    func aPictureOffByOnePixelIsNoticed(_ format: CheckFormat) throws {
        let shifted = SpoiledRenderer { target, format, width, height in
            for y in 0..<height {
                for x in stride(from: width - 1, to: 0, by: -1) {
                    format.store(format.load(from: target, x: x - 1, y: y), into: target, x: x, y: y)
                }
            }
        }
        let report = try check("exposure", on: shifted, formats: [format])
        let failure = try #require(report.failures.first)
        #expect(failure.kind == .difference && failure.pixel != nil)
        // One column has no neighbour to be mistaken for: the smallest picture that shows it has two.
        #expect(failure.testCase.hasPrefix("2x1/"))
    }

    @Test func aWrongWeightIsNoticed() throws {
        let green = SpoiledRenderer.changing { pixel, _, _ in pixel * [1, 1.002, 1, 1] }
        for format in CheckFormat.allCases {
            let report = try check("saturation", on: green, formats: [format])
            #expect(report.failures.contains { $0.kind == .difference && $0.pixel?.channel == 1 }, "\(format)")
        }
    }

    @Test(arguments: CheckFormat.allCases)
    func swappedChannelsAreNoticed(_ format: CheckFormat) throws {
        let swapped = SpoiledRenderer.changing { pixel, _, _ in SIMD4(pixel.z, pixel.y, pixel.x, pixel.w) }
        let report = try check("exposure", on: swapped, formats: [format])
        #expect(report.failures.contains { $0.kind == .difference })
    }

    @Test func oneStepOfAHalfIsNoticedInFloats() throws {
        let rounded = SpoiledRenderer.changing { pixel, _, _ in SIMD4<Double>(SIMD4<Float16>(pixel)) }
        #expect(try !check("exposure", on: rounded, formats: [.rgba32f]).passed)
        // Laws, examples and fused chains are rendered as floats whatever the formats.
        let halves = try check("exposure", on: rounded, formats: [.rgba16f])
        #expect(!halves.names.contains("differs"))
    }

    @Test func aPixelThatIsNoNumberIsNoticed() throws {
        let broken = SpoiledRenderer.changing { pixel, x, y in x == 7 && y == 1 ? SIMD4(pixel.x, .nan, 0, 1) : pixel }
        let failure = try #require(try check("exposure", on: broken, formats: [.rgba16f]).failures.first)
        #expect(failure.pixel?.x == 7 && failure.pixel?.y == 1)
        let infinite = SpoiledRenderer.changing { pixel, x, _ in x == 1 ? SIMD4(.infinity, 0, 0, 1) : pixel }
        #expect(try !check("exposure", on: infinite, formats: [.rgba32f]).passed)
    }

    /// Where rounding decides between two results, either is right, and anything else is not.
    @Test(arguments: [(0.0, true), (1, true), (2.5, false), (-0.5, false)])
    func whatRoundingDecidesIsOneOfTwo(_ made: Double, _ isRight: Bool) throws {
        let filter = try Filter(
            source: """
                //! filter edge: The whole part of what is next to 1.
                //! kind point
                //! intends hangs-on-rounding: It tries the comparison.
                vec4 edge(vec4 color) { return vec4(vec3(floor(1.0 + color.a * 1e-12)) * color.a, color.a); }

                """, path: "edge.glsl")
        let candidate = SpoiledRenderer.changing { pixel, _, _ in
            SIMD4(made * pixel.w, made * pixel.w, made * pixel.w, pixel.w)
        }
        let report = FilterCheck.check(
            filter, reference: CPURenderer(), candidate: candidate,
            options: CheckOptions(extent: .quick, formats: [.rgba16f]))
        // What is wrong is counted as that alone.
        #expect(report.undecidedCount > 0 || !isRight)
        #expect(report.failures.contains { $0.kind == .difference } != isRight, "\(CheckReport.table([report]))")
    }

    @Test func wrongAlphaIsNoticed() throws {
        let opaque = SpoiledRenderer.changing { pixel, _, _ in SIMD4(pixel.x, pixel.y, pixel.z, 1) }
        #expect(try !check("exposure", on: opaque, formats: [.rgba16f]).passed)
    }

    @Test func aPictureLeftUnwrittenIsNoticed() throws {
        struct Idle: Renderer {
            let name = "an idle device"
            func render(_ job: RenderJob, sources: [HostPlanes?], at time: MediaTime, into target: HostPlanes) throws
                -> FrameStatistics
            { FrameStatistics() }
        }
        for format in CheckFormat.allCases {
            #expect(try !check("exposure", on: Idle(), formats: [format]).passed)
        }
    }

    @Test func writingPastThePictureIsNoticed() throws {
        let overrun = SpoiledRenderer { target, _, _, height in
            let plane = target.planes[0]
            (plane.address.raw + height * plane.bytesPerRow + 5).storeBytes(of: 0, as: UInt8.self)
        }
        // A picture's bytes end on a multiple of 256 only in some sizes; the guard begins right after them in all.
        let failure = try #require(try check("exposure", on: overrun).failures.first)
        #expect(failure.kind == .guardRows)
    }

    @Test func aRenderersErrorIsAFailure() throws {
        let broken = SpoiledRenderer { _, _, _, _ in throw GraphError(node: "device", problem: "is lost") }
        let failure = try #require(try check("exposure", on: broken).failures.first)
        #expect(failure.kind == .error && failure.problem == "device: is lost")
    }

    @Test func aFailureIsRepeatedByItsName() throws {
        let green = SpoiledRenderer.changing { pixel, _, _ in pixel * [1, 1.002, 1, 1] }
        let filter = try Shipped.filter("saturation")
        let all = FilterCheck.check(
            filter, reference: CPURenderer(), candidate: green, options: CheckOptions(seed: 9, extent: .quick))
        let failure = try #require(all.failures.first)
        #expect(failure.command == "candela check saturation --seed 9 --case \(failure.testCase)")
        let again = FilterCheck.check(
            filter, reference: CPURenderer(), candidate: green,
            options: CheckOptions(seed: 9, extent: .quick, only: failure.testCase))
        #expect(again.caseCount == 1 && again.failures.count == 1)
        #expect(again.failures[0].pixel?.found == failure.pixel?.found)
        #expect(again.failures[0].settings == failure.settings)
    }

    @Test func reportsAreReadableByProgramsAndPeople() throws {
        let nothing = SpoiledRenderer.changing { _, _, _ in SIMD4(repeating: .nan) }
        let report = try check("exposure", on: nothing, formats: [.rgba32f])
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        let read = try decoder.decode(CheckReport.self, from: Data(report.json().utf8))
        #expect(read.failures.count == report.failures.count && read.caseCount == report.caseCount)
        let table = CheckReport.table([report])
        #expect(table.contains("FAILED") && table.contains("repeat: candela check exposure --seed 1 --case "))
    }
}
