import Candela
import Foundation
import Testing

/// Which HDR metadata goes on from a source to an output.
@Suite struct OutputMetadataTests {
    static let light = ContentLight(maxCLL: 940, maxFALL: 120)

    /// Writes one small picture of a colour without loss.
    private func clip(
        _ name: String, _ color: ColorProperties, display: String? = nil, light: ContentLight? = nil,
        aspect: MediaTime = MediaTime(1, 1), siting: ChromaSiting = .left, in folder: TestFolder
    ) throws {
        let layout = PixelLayout.planarYCbCr("yuv420p10le", depth: 10, log2Width: 1, log2Height: 1)
        let picture = PictureDescription(
            layout: layout, codedWidth: 64, codedHeight: 36, content: .signal(color, .narrow), siting: siting,
            pixelAspect: aspect)
        var settings = MediaWriterSettings(
            codec: .ffv1, picture: picture, timeBase: MediaTime(1, 25), frameRate: MediaTime(25, 1))
        settings.mastering = display.flatMap { MasteringDisplay(named: $0) }
        settings.contentLight = light
        let writer = try MediaWriter(path: folder.path(name), settings: settings)
        try writer.write(HostPlanes(layout: layout, width: 64, height: 36), time: .zero)
        _ = try writer.finish()
    }

    private func metadata(
        _ folder: TestFolder, of input: String = "p3.mkv", _ change: (inout RenderOptions) throws -> Void
    ) throws -> OutputMetadata {
        var options = RenderOptions(input: folder.path(input), output: folder.path("out.mp4"))
        options.shadersFolder = IdentityTests.shaders
        try change(&options)
        return try ExportSession(options).metadata
    }

    private func clips() throws -> TestFolder {
        let folder = try TestFolder()
        try clip("p3.mkv", .pq, display: "P3-1000", light: Self.light, in: folder)
        try clip("wide.mkv", .pq, display: "BT2020-4000", light: Self.light, in: folder)
        try clip("wide-pixels.mkv", .pq, display: "P3-1000", light: Self.light, aspect: MediaTime(4, 3), in: folder)
        try clip("plain.mkv", .pq, in: folder)
        try clip("sdr.mkv", .sdr, in: folder)
        try clip("hlg.mkv", .hlg, display: "P3-1000", in: folder)
        return folder
    }

    private func blend(_ name: String, _ folder: TestFolder) -> RenderOperation {
        .blend(BlendedLayer(file: folder.path(name)))
    }

    @Test func displaysOutliveFiltersAndLightDoesNot() throws {
        let folder = try clips()
        let p3 = MasteringDisplay(named: "P3-1000")
        let cases: [(String, [RenderOperation], MasteringDisplay?, ContentLight?)] = [
            ("p3.mkv", [], p3, Self.light),
            ("p3.mkv", [.filter(name: "lightLevel", settings: [])], p3, Self.light),
            ("p3.mkv", [.filter(name: "exposure", settings: [])], p3, nil),
            ("wide-pixels.mkv", [], p3, nil),
            // SDR lies within, a wider and brighter clip does not.
            ("p3.mkv", [blend("sdr.mkv", folder)], p3, nil),
            ("p3.mkv", [blend("p3.mkv", folder)], p3, nil),
            ("p3.mkv", [blend("wide.mkv", folder)], nil, nil),
            ("p3.mkv", [blend("plain.mkv", folder)], nil, nil),
            ("wide.mkv", [blend("p3.mkv", folder)], MasteringDisplay(named: "BT2020-4000"), nil),
            ("p3.mkv", [.blend(BlendedLayer(file: "solid"))], p3, nil),
            ("p3.mkv", [.filter(name: "solid", settings: [])], nil, nil),
            ("plain.mkv", [], nil, nil),
            ("hlg.mkv", [], p3, nil),
            ("sdr.mkv", [], nil, nil),
        ]
        for (index, each) in cases.enumerated() {
            let found = try metadata(folder, of: each.0) { $0.operations = each.1 }
            #expect(found.mastering == each.2 && found.contentLight == each.3, "\(index): \(each.0), \(found)")
            let kinds = found.dropped.map(\.kind)
            #expect(
                kinds.contains(.contentLight) == (each.3 == nil && ["p3", "wide"].contains { each.0.hasPrefix($0) }))
        }
    }

    @Test func anotherPeakOrGamutEndsThem() throws {
        let folder = try clips()
        for (name, color, display, light) in [
            ("p3.mkv", "pq", "P3-1000", Self.light), ("p3.mkv", "hlg", nil, nil), ("p3.mkv", "sdr", nil, nil),
            ("p3.mkv", "p3", nil, nil), ("p3.mkv", "12:16:9", nil, nil), ("hlg.mkv", "pq", nil, nil),
            // The studio's form has a display of its own, unless the source has one that fits.
            ("p3.mkv", "pq-p3", "P3-1000", nil), ("wide.mkv", "pq-p3", "P3-1000", nil),
            ("sdr.mkv", "pq-p3", "P3-1000", nil),
        ] as [(String, String, String?, ContentLight?)] {
            for delivers in [false, true] {
                let found = try metadata(folder, of: name) {
                    if delivers { $0.deliveryColor = try ColorName(color) } else { $0.color = try ColorName(color) }
                }
                #expect(
                    found.mastering == display.flatMap { MasteringDisplay(named: $0) }, "\(name) \(color) \(delivers)")
                #expect(found.contentLight == light, "\(name) \(color) \(delivers)")
            }
        }
    }

    @Test func theUserIsBelieved() throws {
        let folder = try clips()
        let (own, light) = (MasteringDisplay(named: "BT2020-2000-0.01"), ContentLight(maxCLL: 1, maxFALL: 0))
        let stated = try metadata(folder) {
            $0.operations = [.filter(name: "exposure", settings: [])]
            $0.mastering = .stated(try #require(own))
            $0.contentLight = .stated(light)
        }
        #expect(stated.mastering == own && stated.contentLight == light && stated.dropped.isEmpty)
        let kept = try metadata(folder) {
            $0.color = try ColorName("hlg")
            ($0.mastering, $0.contentLight) = (.source, .source)
        }
        #expect(kept.mastering == MasteringDisplay(named: "P3-1000") && kept.contentLight == Self.light)
        let none = try metadata(folder) { ($0.mastering, $0.contentLight) = (.none, .none) }
        #expect(none.mastering == nil && none.contentLight == nil)
        #expect(none.dropped.map(\.kind) == [.mastering, .contentLight])
    }

    @Test func whatCannotBeIsRefused() throws {
        let folder = try clips()
        for (name, change) in [
            (
                "p3.mkv",
                {
                    $0.color = try ColorName("sdr")
                    $0.mastering = .source
                }
            ),
            (
                "p3.mkv",
                {
                    $0.deliveryColor = try ColorName("sdr")
                    $0.contentLight = .stated(Self.light)
                }
            ),
            ("plain.mkv", { $0.mastering = .source }), ("hlg.mkv", { $0.contentLight = .source }),
        ] as [(String, (inout RenderOptions) throws -> Void)] {
            let error = #expect(throws: CompositionError.self) { try metadata(folder, of: name, change) }
            #expect(error?.kind == .usage && error?.problem.contains("; ") == true)
        }
    }

    /// Chroma goes where the codec can say that it lies.
    @Test(.enabled(if: EncoderLibrary.available.contains(.av1), "no AV1 encoder"))
    func chromaLiesWhereItIsSaidTo() async throws {
        let folder = try TestFolder()
        for (siting, codec, expected) in [
            (.center, "av1", .left), (.topLeft, "av1", .topLeft), (.left, "av1", .left), (.center, "hevc", .center),
            (.topLeft, "hevc", .topLeft),
        ] as [(ChromaSiting, String, ChromaSiting)] {
            try clip("\(siting)-\(codec).mkv", .pq, siting: siting, in: folder)
            var options = RenderOptions(input: folder.path("\(siting)-\(codec).mkv"), output: folder.path("out.mp4"))
            options.shadersFolder = IdentityTests.shaders
            (options.codec, options.overwrites) = (codec, true)
            _ = try await ExportSession(options).run()
            #expect(try MediaReader(path: options.output).track.description.siting == expected, "\(siting) \(codec)")
        }
    }

    /// A handler may do anything to light.
    @Test func handlersChangeLight() async throws {
        let folder = try clips()
        let composition = VideoComposition(asset: try Asset(folder.path("p3.mkv"))) { $0.finish(with: $0.sourceImage) }
        let session = try ExportSession(composition, to: folder.path("out.mkv")) {
            $0.shadersFolder = IdentityTests.shaders
            $0.codec = "ffv1"
        }
        let summary = try await session.run()
        #expect(summary.metadata.mastering == MasteringDisplay(named: "P3-1000"))
        #expect(summary.metadata.contentLight == nil && summary.metadata.dropped.map(\.kind) == [.contentLight])
        let track = try MediaReader(path: folder.path("out.mkv")).track
        #expect(track.mastering != nil && track.contentLight == nil)
    }
}
