import Bitstreams
import Foundation
import Testing

/// The sample files beside the project, where they are.
enum Samples {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("../shared/samples").standardizedFileURL.path
    static let arePresent = FileManager.default.fileExists(atPath: folder + "/INDEX.md")
}

/// Files of cameras, phones and other writers come back to the byte, and say what is known of them; skipped where they are
/// not beside the project.
@Suite(.enabled(if: Samples.arePresent, "../shared/samples is absent")) struct SampleTests {
    static let names = [
        "media3_hlg10-color-test_nogps.mp4", "media3_iphone14_dv84_hlg_nogps.mov", "mp4ff_stereo_spatial.mp4",
        "gen_proto_mvhevc_simulcast_10bit_hlg.mov", "mp4parse_colr_nclx_hdr10.mp4", "mp4parse_colr_nclx_hlg.mp4",
    ]

    /// A file's boxes, one after the other.
    private func boxes(_ name: String) throws -> [Box] {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Samples.folder + "/" + name)))
        var found: [Box] = []
        var next = 0
        while next < bytes.count {
            let header = try #require(Box.Header(bytes[next...]))
            let whole = Array(bytes[next..<next + header.byteCount])
            let box = try Box(whole)
            #expect(box.bytes == whole, "\(name): \(header.type)")
            found.append(box)
            next += header.byteCount
        }
        return found
    }

    /// The first picture track's description of its samples.
    private func entry(_ name: String) throws -> Box {
        let movie = try #require(try boxes(name).first { $0.type == "moov" })
        let entries = movie.all("trak").compactMap { $0.first("mdia", "minf", "stbl", "stsd")?.children?.first }
        return try #require(entries.first { $0["hvcC"] != nil || $0["avcC"] != nil || $0["colr"] != nil })
    }

    @Test(arguments: names) func boxesComeBack(_ name: String) throws {
        #expect(try boxes(name).contains { $0.type == "moov" })
    }

    @Test(arguments: names) func configurationsComeBack(_ name: String) throws {
        guard let box = try entry(name)["hvcC"] else { return }
        let record = try HEVCConfiguration(box.fields)
        #expect(record.fields == box.fields)
        for type in 32...34 { #expect(!record.units(ofType: type).isEmpty, "\(type)") }
    }

    /// What the phone's container and bitstream say is the same.
    @Test func thePhoneSaysOneColor() throws {
        let entry = try entry("media3_iphone14_dv84_hlg_nogps.mov")
        let color = try #require(entry["colr"].flatMap { ColorBox($0.fields) })
        #expect((color.primaries, color.transfer, color.matrix) == (9, 18, 9))
        let record = try HEVCConfiguration(try #require(entry["hvcC"]).fields)
        let set = try SequenceParameterSet(try #require(record.units(ofType: 33).first))
        #expect((set.width, set.height, set.lumaDepth, set.chromaFormat) == (1280, 720, 10, 1))
        let coded = try #require(set.color)
        #expect((coded.primaries, coded.transfer, coded.matrix) == (color.primaries, color.transfer, color.matrix))
        #expect(entry["amve"].flatMap { AmbientViewingBox($0.fields) }?.illuminance == 3_140_000)
    }
}
