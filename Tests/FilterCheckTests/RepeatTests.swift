import CPUReference
import FilterGraph
import FilterLanguage
import Foundation
import Frames
import Synchronization
import Testing

@testable import FilterCheck

/// Devices that agree with the reference now and then, here and there, or only alone.
@Suite struct RepeatTests {
    private func report(_ candidate: any Renderer, _ name: String = "exposure", only: String? = nil) throws
        -> CheckReport
    {
        var options = CheckOptions(extent: .quick, only: only, formats: [.rgba16f], failureLimit: 40)
        options.examinesReadiness = false
        return FilterCheck.check(
            try Shipped.filter(name), reference: CPURenderer(), candidate: candidate, options: options)
    }

    @Test func whatChangesFromTimeToTimeIsNoticed() throws {
        let turn = Mutex(0)
        // Within every allowance: only a second look tells.
        let flickering = SpoiledRenderer { target, format, _, _ in
            let isOdd = turn.withLock { turn in
                turn += 1
                return turn % 2 == 1
            }
            guard isOdd, format == .rgba16f else { return }
            let pixel = format.load(from: target, x: 0, y: 0)
            format.store(pixel - SIMD4(0, 0, 0, pixel.w * 0x1p-11), into: target, x: 0, y: 0)
        }
        #expect(try report(flickering).names.contains("not-deterministic"))
    }

    /// Which NaN it is, devices are free to choose; that it is one is a fault of its own.
    @Test func noNumberIsTheSameAsNoNumber() throws {
        let turn = Mutex(UInt32(0))
        let missing = SpoiledRenderer { target, format, _, _ in
            guard format == .rgba32f else { return }
            let payload = turn.withLock { turn in
                turn += 1
                return turn
            }
            target.planes[0].address.raw.storeBytes(of: 0x7fc0_0000 + payload, as: UInt32.self)
        }
        var options = CheckOptions(extent: .quick, formats: [.rgba32f], failureLimit: 1000)
        options.examinesReadiness = false
        let names = FilterCheck.check(
            try Shipped.filter("exposure"), reference: CPURenderer(), candidate: missing, options: options
        ).names
        #expect(names.contains("differs") && !names.contains("not-deterministic"), "\(names)")
    }

    @Test func whatHangsOnThePlaceIsNoticed() throws {
        let seamed = SpoiledRenderer { target, format, width, height in
            guard format == .rgba16f, width == 64 else { return }
            let pixel = format.load(from: target, x: 32, y: 8)
            format.store(pixel - SIMD4(0, 0, 0, pixel.w * 0x1p-11), into: target, x: 32, y: 8)
        }
        let found = try report(seamed).failures.filter { $0.name == "depends-on-place" }
        #expect(found.first?.pixel?.x == 32 && found.first?.pixel?.y == 8)
        let name = try #require(found.first?.testCase)
        #expect(try report(seamed, only: name).names == ["depends-on-place"])
    }

    @Test func whatHangsOnTheSizeIsNoticed() throws {
        // Wrong in the middle of large pictures of noise.
        let large = SpoiledRenderer { target, format, width, height in
            guard format == .rgba16f, width == 64, height == 64 else { return }
            format.store([9, 9, 9, 1], into: target, x: 3, y: 3)
        }
        let found = try report(large).failures.filter { $0.name == "depends-on-picture-size" }
        #expect(found.first?.testCase.hasPrefix("size/17x15/") == true)
    }

    @Test func whatFusingChangesIsNoticed() throws {
        struct Fusing: Renderer {
            let name = "a device that fuses wrongly"
            func render(_ job: RenderJob, sources: [HostPlanes?], at time: MediaTime, into target: HostPlanes) throws
                -> FrameStatistics
            {
                let statistics = try CPURenderer().render(job, sources: sources, at: time, into: target)
                if job.graph.nodes.count > 3 {
                    let pixel = CheckFormat.rgba32f.load(from: target, x: 5, y: 5)
                    CheckFormat.rgba32f.store(pixel * 1.01, into: target, x: 5, y: 5)
                }
                return statistics
            }
        }
        let found = try report(Fusing()).failures.filter { $0.name == "differs-when-fused" }
        #expect(found.first?.pixel?.x == 5 && found.first?.testCase.hasPrefix("fused/17x15/") == true)
        let name = try #require(found.first?.testCase)
        #expect(try report(Fusing(), only: name).names == ["differs-when-fused"])
    }

    /// One bound for every size: an error that is lost among many pixels is one among few.
    @Test(arguments: CheckCase.sizes.map { "\($0.0)x\($0.1)" })
    func theAllowanceDoesNotGrowWithThePicture(_ size: String) throws {
        let off = SpoiledRenderer { target, format, width, height in
            let (x, y) = (width - 1, height - 1)
            let pixel = format.load(from: target, x: x, y: y)
            format.store(pixel * [1.004, 1, 1, 1] + [0.001, 0, 0, 0], into: target, x: x, y: y)
        }
        #expect(try report(off, only: "\(size)/initial/noise/rgba16f/hlg").names == ["differs"])
        #expect(try report(CPURenderer(), only: "\(size)/initial/noise/rgba16f/hlg").passed)
    }

    @Test func aRowOffIsNoticed() throws {
        let shifted = SpoiledRenderer { target, format, width, height in
            for y in stride(from: height - 1, to: 0, by: -1) {
                for x in 0..<width {
                    format.store(format.load(from: target, x: x, y: y - 1), into: target, x: x, y: y)
                }
            }
        }
        #expect(try report(shifted).failures.first?.testCase.hasPrefix("1x2/") == true)
    }
}
