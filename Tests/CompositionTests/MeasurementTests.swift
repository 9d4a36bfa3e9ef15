import Candela
import Foundation
import Synchronization
import Testing

/// What raw filters measure reaches those who export: frame by frame, and over the whole job.
@Suite struct MeasurementTests {
    private static let size = (width: 40, height: 30)

    /// Greys of PQ in narrow range, 10 bits, without subsampling: of each frame, the luma codes of its upper and lower half.
    private func clip(_ frames: [(UInt16, UInt16)], in folder: TestFolder) throws -> RenderOptions {
        let count = Self.size.width * Self.size.height
        var data = Data()
        func add(_ code: UInt16, _ count: Int) {
            for _ in 0..<count { data.append(contentsOf: [UInt8(code & 255), UInt8(code >> 8)]) }
        }
        for (upper, lower) in frames {
            add(upper, count / 2)
            add(lower, count / 2)
            add(512, 2 * count)
        }
        try data.write(to: URL(fileURLWithPath: folder.path("in.yuv")))
        var options = RenderOptions(input: folder.path("in.yuv"), output: folder.path("out.mkv"))
        options.raw = RawVideoFormat(
            width: Self.size.width, height: Self.size.height,
            layout: .planarYCbCr("yuv444p10le", depth: 10, log2Width: 0, log2Height: 0), frameRate: MediaTime(25, 1))
        options.assumedColor = try ColorName("pq")
        options.codec = "ffv1"
        options.overwrites = true
        options.shadersFolder = IdentityTests.shaders
        return options
    }

    /// Light in cd/m² of a luma code by ST 2084's formula.
    private static func nits(_ code: UInt16) -> Double {
        let signal = pow((Double(code) - 64) / 876, 1 / 78.84375)
        return 10_000 * pow(max(signal - 0.8359375, 0) / (18.8515625 - 18.6875 * signal), 1 / 0.1593017578125)
    }

    @Test(arguments: [false, true])
    func everyFrameIsTold(_ usesReference: Bool) async throws {
        let folder = try TestFolder()
        let frames: [(UInt16, UInt16)] = [(300, 64), (723, 100), (600, 590), (64, 64), (700, 64)]
        var options = try clip(frames, in: folder)
        options.usesCPUReference = usesReference
        options.sourcePeakNits = 10_000
        options.operations = [
            .filter(name: "lightLevel", settings: []), .filter(name: "exposure", settings: [("stops", "-1")]),
            .filter(name: "lightLevel", settings: [("area", "0/0/40/15")]),
        ]
        let told = Mutex<[FrameMeasurement]>([])
        let summary = try await ExportSession(options).run { _ in
        } measured: { frame in
            told.withLock { $0.append(frame) }
        }
        let measured = told.withLock { $0 }
        #expect(measured.map(\.frame) == [0, 1, 2, 3, 4])
        #expect(measured.map(\.time) == (0..<5).map { MediaTime($0, 25) })
        func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 0.002 + 2e-5 * b }
        for (frame, codes) in zip(measured, frames) {
            try #require(frame.records.count == 2 && frame.lightLevels.count == 2)
            let (whole, upper) = (frame.lightLevels[0], frame.lightLevels[1])
            let light = [Self.nits(codes.0), Self.nits(codes.1)]
            #expect(whole.pixels == 1200 && upper.pixels == 600)
            #expect(isNear(whole.maxNits, max(light[0], light[1])), "\(whole.maxNits) \(light)")
            #expect(isNear(whole.meanNits, (light[0] + light[1]) / 2))
            #expect(isNear(whole.maxLuminance, max(light[0], light[1])))
            #expect(isNear(whole.minLuminance, min(light[0], light[1])))
            #expect(isNear(upper.maxNits, light[0] / 2) && isNear(upper.meanNits, light[0] / 2))
            #expect(whole.histogram.reduce(0, +) == 1200 && whole.histogram.count { $0 > 0 } <= 2)
        }
        let (whole, upper) = (try #require(summary.lightLevels.first), try #require(summary.lightLevels.last))
        #expect(summary.lightLevels.count == 2 && whole.frames == 5)
        #expect(isNear(whole.maxCLL.nits, Self.nits(723)) && whole.maxCLL.frame == 1)
        #expect(isNear(whole.maxFALL.nits, (Self.nits(723) + Self.nits(100)) / 2) && whole.maxFALL.frame == 1)
        #expect(whole.minLuminance.nits == 0 && whole.minLuminance.frame == 0)
        #expect(isNear(upper.maxCLL.nits, Self.nits(723) / 2))
        #expect(whole.contentLight.maxCLL == Int(whole.maxCLL.nits.rounded(.up)))
        #expect(whole.histogram.reduce(0, +) == 6000)
    }

    @Test func aHandlerMeasuresToo() async throws {
        let folder = try TestFolder()
        let options = try clip([(300, 64), (600, 64)], in: folder)
        _ = try await ExportSession(options).run()
        let composition = VideoComposition(asset: try Asset(options.output)) { request in
            let seen = try request.sourceImage.applying("lightLevel")
            // What nobody goes on with is not measured.
            _ = try request.sourceImage.applying("lightLevel", ["area": [0, 0, 1, 1]])
            request.finish(with: seen)
        }
        let told = Mutex<[LightLevel]>([])
        let session = try ExportSession(composition, to: folder.path("again.mkv")) {
            $0.codec = "ffv1"
            $0.shadersFolder = IdentityTests.shaders
        }
        let summary = try await session.run(measured: { frame in told.withLock { $0 += frame.lightLevels } })
        #expect(told.withLock { $0.map(\.pixels) } == [1200, 1200] && summary.lightLevels.count == 1)
        #expect(summary.dispatches == 2)
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: options.output)).count
                == Data(contentsOf: URL(fileURLWithPath: folder.path("again.mkv"))).count)
    }

    @Test func nothingMeasuredIsNothingToTell() async throws {
        let folder = try TestFolder()
        let told = Mutex(0)
        let summary = try await ExportSession(try clip([(300, 64)], in: folder)).run(
            measured: { _ in told.withLock { $0 += 1 } })
        #expect(summary.lightLevels.isEmpty && told.withLock { $0 } == 0)
        #expect(LightLevelSummary().contentLight == ContentLight(maxCLL: 0, maxFALL: 0))
    }

    /// Light levels that a source states go on where filters only measure, and nowhere else.
    @Test func statedLightGoesOnWhereNothingChanges() async throws {
        let folder = try TestFolder()
        let layout = PixelLayout.planarYCbCr("yuv420p10le", depth: 10, log2Width: 1, log2Height: 1)
        let picture = PictureDescription(
            layout: layout, codedWidth: 64, codedHeight: 36, content: .signal(.pq, .narrow))
        var settings = MediaWriterSettings(
            codec: .ffv1, picture: picture, timeBase: MediaTime(1, 25), frameRate: MediaTime(25, 1))
        settings.contentLight = ContentLight(maxCLL: 940, maxFALL: 120)
        let writer = try MediaWriter(path: folder.path("in.mkv"), settings: settings)
        try writer.write(HostPlanes(layout: layout, width: 64, height: 36), time: .zero)
        _ = try writer.finish()
        for (filters, stated) in [
            ([], ContentLight(maxCLL: 940, maxFALL: 120)),
            (["lightLevel", "lightLevel"], ContentLight(maxCLL: 940, maxFALL: 120)),
            (["lightLevel", "exposure"], nil),
        ] as [([String], ContentLight?)] {
            var options = RenderOptions(input: folder.path("in.mkv"), output: folder.path("out.mkv"))
            options.codec = "ffv1"
            options.overwrites = true
            options.shadersFolder = IdentityTests.shaders
            options.operations = filters.map { .filter(name: $0, settings: []) }
            _ = try await ExportSession(options).run()
            #expect(try MediaReader(path: options.output).track.contentLight == stated, "\(filters)")
        }
    }
}
