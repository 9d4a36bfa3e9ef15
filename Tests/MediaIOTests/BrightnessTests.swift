import Bitstreams
import ColorScience
import Foundation
import Frames
import MediaIO
import Testing

/// How light is meant stands in container and stream: to the byte, equal, and once.
@Suite(.enabled(if: Tool.isPresent)) struct BrightnessTests {
    typealias Case = WriterTests.Case

    // Display P3 of 0.0001 to 1000 cd/m²; 940 and 120 cd/m²; 314 lx under D65: written out by hand from the standards.
    static let mastering: [UInt8] = [
        0x33, 0xc2, 0x86, 0xc4, 0x1d, 0x4c, 0x0b, 0xb8, 0x84, 0xd0, 0x3e, 0x80, 0x3d, 0x13, 0x40, 0x42, 0x00, 0x98,
        0x96, 0x80, 0x00, 0x00, 0x00, 0x01,
    ]
    static let light: [UInt8] = [0x03, 0xac, 0x00, 0x78]
    static let room: [UInt8] = [0x00, 0x2f, 0xe9, 0xa0, 0x3d, 0x13, 0x40, 0x42]

    static func state(_ settings: inout MediaWriterSettings) {
        settings.mastering = WriterTests.display
        settings.contentLight = ContentLight(maxCLL: 940, maxFALL: 120)
        settings.ambientViewing = AmbientViewing(lux: 314, white: [0.3127, 0.329])
    }

    /// A file's boxes, and what its picture track says of its samples.
    private func read(_ path: String) throws -> (boxes: [Box], entry: Box) {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        var boxes: [Box] = []
        var next = 0
        while next < bytes.count {
            boxes.append(try Box(bytes[next...]))
            next += boxes[boxes.count - 1].byteCount
        }
        let movie = try #require(boxes.first { $0.type == "moov" })
        let entry = movie.first("trak", "mdia", "minf", "stbl", "stsd")?.children?.first
        return (boxes, try #require(entry))
    }

    @Test(arguments: [
        Case(ending: "mov", codec: .hevc, layout: "yuv420p10le", color: .pq),
        Case(ending: "mp4", codec: .hevc, layout: "yuv420p10le", color: .pq),
        Case(ending: "mp4", codec: .hevc, layout: "yuv444p10le", color: .hlg, levels: .full),
        Case(ending: "mp4", codec: .h264, layout: "yuv420p10le", color: .pq),
        Case(ending: "mp4", codec: .av1, layout: "yuv420p10le", color: .pq),
        Case(ending: "mp4", codec: .vp9, layout: "yuv420p10le", color: .pq),
        Case(ending: "mov", codec: .prores, layout: "yuv422p10le", color: .hlg),
    ])
    func boxesAreThoseOfTheStandard(_ each: Case) throws {
        try #require(EncoderLibrary.available.contains(each.codec))
        let scratch = try Scratch()
        let path = scratch.file("out." + each.ending)
        let warnings = try WriterTests().write(path, each) { Self.state(&$0) }
        #expect(warnings.isEmpty)
        let entry = try read(path).entry
        var color = Array((each.ending == "mov" ? "nclc" : "nclx").utf8)
        color +=
            [0, 9, 0, each.color == .pq ? 16 : 18, 0, 9]
            + (each.ending == "mov" ? [] : each.levels == .full ? [0x80] : [0])
        for (type, fields) in [
            ("colr", color), ("mdcv", Self.mastering), ("clli", Self.light), ("amve", Self.room),
        ] as [(BoxType, [UInt8])] {
            #expect(entry.all(type).map(\.fields) == [fields], "\(type)")
        }
        let track = try MediaReader(path: path).track
        #expect(track.ambientViewing == AmbientViewing(lux: 314, white: [0.3127, 0.329]))
        #expect(track.contentLight == ContentLight(maxCLL: 940, maxFALL: 120))
        // The changed file is still one that others read.
        #expect(try Tool.packets(path, "v:0").count == 5)
    }

    /// In an HEVC movie each picture that decoding may begin at has each message once; parameter sets are in the header
    /// alone, and nothing else is there.
    @Test(arguments: ["mov", "mp4"]) func messagesStandBeforeKeyPictures(_ ending: String) throws {
        let scratch = try Scratch()
        let path = scratch.file("out." + ending)
        try WriterTests().write(path, Case(ending: ending, codec: .hevc, layout: "yuv420p10le", color: .pq)) {
            Self.state(&$0)
            $0.codecOptions["x265-params"] = "keyint=2:min-keyint=2:bframes=0"
        }
        let (boxes, entry) = try read(path)
        #expect(entry.type == "hvc1")
        let record = try HEVCConfiguration(try #require(entry["hvcC"]).fields)
        #expect(record.groups.map(\.type) == [32, 33, 34])
        #expect(record.groups.allSatisfy { $0.isComplete && $0.units.count == 1 })
        let samples = try #require(boxes.first { $0.type == "mdat" }).fields
        let units = try NALUnit.lengthPrefixed(samples, lengthByteCount: record.lengthByteCount)
        let messages = [
            SEIMessage(type: 137, payload: Self.mastering), SEIMessage(type: 144, payload: Self.light),
            SEIMessage(type: 148, payload: Self.room),
        ]
        var waiting: [SEIMessage] = []
        var keyCount = 0
        for unit in units {
            if unit.type == 39 {
                waiting += SEIMessage.all(in: unit.payload)
            } else {
                try #require(unit.type < 32, "\(unit.type)")
                let isKey = unit.type >= 16
                #expect(waiting == (isKey ? messages : []))
                keyCount += isKey ? 1 : 0
                waiting = []
            }
        }
        #expect(keyCount == 3 && waiting.isEmpty)
    }

    /// What is not known is not stated, not even as 0.
    @Test(arguments: [VideoCodec.hevc, .h264, .av1], [true, false])
    func onlyWhatIsKnownIsStated(_ codec: VideoCodec, _ hasDisplay: Bool) throws {
        try #require(EncoderLibrary.available.contains(codec))
        let scratch = try Scratch()
        for ending in ["mp4", "mkv"] {
            let path = scratch.file("out." + ending)
            try WriterTests().write(path, Case(ending: ending, codec: codec, layout: "yuv420p10le", color: .pq)) {
                if hasDisplay { $0.mastering = WriterTests.display }
                if !hasDisplay { $0.contentLight = ContentLight(maxCLL: 940, maxFALL: 120) }
            }
            let data = try Tool.probe(path, "-show_frames", "-show_streams", "-read_intervals", "%+#1")
            for place in ["frames", "streams"] {
                let parts = try #require((data[place] as? [[String: Any]])?.first)
                let list = parts["side_data_list"] as? [[String: Any]] ?? []
                let kinds = list.compactMap { $0["side_data_type"] as? String }.filter { !$0.contains("Unregistered") }
                // FFmpeg 5.1 does not read H.264's messages.
                if place == "frames", codec == .h264, kinds.isEmpty { continue }
                #expect(
                    kinds == [hasDisplay ? "Mastering display metadata" : "Content light level metadata"],
                    "\(codec) \(ending) \(place)")
            }
        }
    }

    /// The stream's own words on colour and chroma are the container's.
    @Test(arguments: [ChromaSiting.left, .topLeft, .center]) func colorIsSaidTwiceTheSame(_ siting: ChromaSiting) throws
    {
        let scratch = try Scratch()
        let path = scratch.file("out.mp4")
        try WriterTests().write(path, Case(ending: "mp4", codec: .hevc, layout: "yuv420p10le", color: .pq)) {
            $0.picture.siting = siting
        }
        let entry = try read(path).entry
        let record = try HEVCConfiguration(try #require(entry["hvcC"]).fields)
        let set = try SequenceParameterSet(try #require(record.units(ofType: 33).first))
        #expect(set.color == ColorBox(try #require(entry["colr"]).fields))
        #expect(set.chromaSiting == siting.rawValue && set.lumaDepth == 10)
        for (codec, ending) in [(.h264, "mp4"), (.hevc, "mkv"), (.av1, "mkv"), (.ffv1, "mkv")] as [(VideoCodec, String)]
        {
            // AV1 has no word for the middle.
            guard EncoderLibrary.available.contains(codec), codec != .av1 || siting != .center else { continue }
            let path = scratch.file("\(codec).\(ending)")
            try WriterTests().write(path, Case(ending: ending, codec: codec, layout: "yuv420p10le", color: .pq)) {
                $0.picture.siting = siting
            }
            let track = try MediaReader(path: path).track
            #expect(track.description.siting == siting, "\(codec)")
        }
    }

    @Test func sdrIsRefused() throws {
        let scratch = try Scratch()
        for change in [
            { $0.mastering = WriterTests.display }, { $0.contentLight = ContentLight(maxCLL: 1, maxFALL: 1) },
            { $0.ambientViewing = AmbientViewing(lux: 1, white: [0.3127, 0.329]) },
        ] as [(inout MediaWriterSettings) -> Void] {
            let error = #expect(throws: MediaError.self) {
                try WriterTests().write(
                    scratch.file("out.mp4"), Case(ending: "mp4", codec: .hevc, layout: "yuv420p", color: .sdr),
                    change: change)
            }
            #expect(error?.kind == .usage)
        }
        #expect(scratch.names.isEmpty)
    }

    /// Where neither stream nor container has a place, it is told.
    @Test func whatHasNoPlaceIsTold() throws {
        let scratch = try Scratch()
        func lines(_ ending: String, _ codec: VideoCodec, _ layout: String = "yuv420p10le") throws -> [String] {
            try WriterTests().write(
                scratch.file("\(codec)." + ending), Case(ending: ending, codec: codec, layout: layout, color: .pq)
            ) { Self.state(&$0) }.filter { $0.name == .notTagged }.map(\.sentence)
        }
        #expect(try lines("nut", .hevc).isEmpty && lines("mkv", .hevc).isEmpty)
        #expect(try lines("mkv", .ffv1) == ["matroska cannot state the room's light of ffv1; mov and mp4 files can"])
        #expect(
            try lines("nut", .ffv1).sorted() == [
                "nut cannot say that its colour is 9/16/9; write Matroska (.mkv), which can, or read it with --assume",
                "nut cannot state the mastering display, light levels and the room's light of ffv1; mov and mp4 files can",
            ])
    }

    /// Numbers that the fields cannot hold become what is nearest, and stop nothing.
    @Test(arguments: [-1, .nan, .infinity, 1e300, 0.7]) func wildNumbersAreHeld(_ wild: Double) throws {
        let scratch = try Scratch()
        let path = scratch.file("out.mp4")
        try WriterTests().write(path, Case(ending: "mp4", codec: .hevc, layout: "yuv420p10le", color: .pq)) {
            let pair = [wild, wild]
            $0.mastering = MasteringDisplay(
                red: pair, green: pair, blue: pair, white: pair, minNits: wild, maxNits: wild)
            $0.contentLight = ContentLight(maxCLL: .max, maxFALL: .min)
            $0.ambientViewing = AmbientViewing(lux: wild, white: pair)
        }
        let entry = try read(path).entry
        #expect(entry.all("mdcv").count == 1 && entry.all("amve").count == 1)
        #expect(entry["clli"]?.fields == [0xff, 0xff, 0, 0])
    }
}
