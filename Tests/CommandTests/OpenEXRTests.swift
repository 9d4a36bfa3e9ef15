import Foundation
import Testing

/// OpenEXR pictures hold linear light, and say themselves in which primaries.
@Suite(.enabled(if: TestClip.canBeMade), .timeLimit(.minutes(10))) struct OpenEXRTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// A picture of one grey, and the same with chromaticities in place of attributes that say nothing here.
    private func make() async throws {
        let made = try await BuiltProgram.shell(
            "ffmpeg -nostdin -v error -f lavfi -i color=gray:s=32x32 -frames:v 1 -vf format=rgb24,format=gbrpf32le plain.exr",
            in: folder.url)
        try #require(made.status == 0, "\(made.errors)")
        try folder.write(
            """
            import sys, struct
            data = open('plain.exr', 'rb').read()
            start, end = data.index(b'framesPerSecond\\0'), data.index(b'writer\\0string\\0') + 22
            def attribute(name, kind, value): return name + b'\\0' + kind + b'\\0' + struct.pack('<I', len(value)) + value
            def stating(name, numbers):
                new = attribute(b'chromaticities', b'chromaticities', struct.pack('<8f', *numbers))
                # Offsets within the file must stay.
                new += attribute(b'a', b'b', bytes(end - start - len(new) - 8))
                open(name, 'wb').write(data[:start] + new + data[end:])
            stating('wide.exr', [.708, .292, .17, .797, .131, .046, .3127, .329])
            stating('aces.exr', [.7347, .2653, 0, 1, .0001, -.077, .32168, .33767])
            open('light', 'w').write(str(struct.unpack('<f', data[-4:])[0]))
            """, to: "make.py")
        let stated = try await BuiltProgram.tool("python3", ["make.py"], in: folder.url)
        try #require(stated.status == 0, "\(stated.errors)")
    }

    /// The first sample of the picture's PQ, 16 bits at full levels.
    private func code(_ input: String, _ options: String...) async throws -> Double {
        let words = [
            "render", input, "-o", "out.yuv", "--color", "pq", "--pixel-format", "yuv444p16le", "--levels", "full",
            "--overwrite",
        ]
        let outcome = try await BuiltProgram.candela(words + options, in: folder.url)
        try #require(outcome.status == 0, "\(outcome.errors)")
        let bytes = try Data(contentsOf: folder.url.appendingPathComponent("out.yuv"))
        return Double(bytes[0]) + 256 * Double(bytes[1])
    }

    @Test func itsLightIsLinear() async throws {
        try await make()
        let light = try #require(Double(String(contentsOfFile: folder.path("light"), encoding: .utf8)))
        // SMPTE ST 2084, of light whose 1 is 203 cd/m².
        let power = pow(light * 203 / 10_000, 2610.0 / 16384)
        let signal = pow((3424.0 / 4096 + 2413.0 / 128 * power) / (1 + 2392.0 / 128 * power), 2523.0 / 32)
        for input in ["plain.exr", "wide.exr"] {
            let found = try await code(input)
            #expect(abs(found - signal * 65535) < 4, "\(input): \(found), \(signal * 65535)")
        }
        let assumed = try await code("plain.exr", "--assume", "sdr")
        #expect(assumed < signal * 65535 - 5000, "\(assumed)")
    }

    /// Every codec takes it without being told a format of pixels.
    @Test func everyCodecTakesIt() async throws {
        try await make()
        for (codec, output, format) in [
            ("ffv1", "out.mkv", "gbrp16le"), ("prores", "out.mov", "yuv444p1"), ("hevc", "out.mov", "yuv420p"),
            ("raw", "out.nut", "gbrp16le"), ("vp9", "out.webm", "yuv420p"),
        ] {
            for color in ["pq", "sdr"] {
                let outcome = try await BuiltProgram.candela(
                    ["render", "plain.exr", "-o", output, "--codec", codec, "--color", color, "--overwrite"],
                    in: folder.url)
                #expect(outcome.status == 0, "\(codec): \(outcome.errors)")
                let told = try await BuiltProgram.tool(
                    "ffprobe",
                    ["-v", "error", "-show_entries", "stream=pix_fmt", "-of", "csv=p=0", folder.path(output)])
                #expect(told.output.hasPrefix(format), "\(codec): \(told.output)")
            }
        }
    }

    @Test func itsPrimariesAreTold() async throws {
        try await make()
        for (name, words) in [
            ("plain.exr", "bt709 linear rgb (1/8/0)"), ("plain.exr", "BT.709's primaries, since it states none"),
            ("wide.exr", "bt2020 linear rgb (9/8/0)"), ("wide.exr", "1.0 being reference white, of bt2020 primaries"),
        ] {
            let told = try await BuiltProgram.candela(["info", name], in: folder.url)
            #expect(told.status == 0 && told.output.contains(words), "\(told)")
        }
        let refused = try await BuiltProgram.candela(["info", "aces.exr"], in: folder.url)
        #expect(refused.status == 65 && refused.errors.contains("convert it to BT.709 or BT.2020 first"), "\(refused)")
        // Light alone is no signal to deliver.
        let made = try await BuiltProgram.shell(
            "candela render plain.exr -o out.mov --quiet && ffprobe -v error -show_entries stream=color_transfer -of csv=p=0 out.mov",
            in: folder.url)
        #expect(made.output == "bt709\n", "\(made)")
    }
}
