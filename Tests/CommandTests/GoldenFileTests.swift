import Candela
import Foundation
import Testing

/// Golden tables through whole files: a table's rows are the pixels of one tagged clip, the program renders it, and
/// ffmpeg reads the codes that came out.
///
/// A code may differ from the exact value by its rounding, by 1/16 of a 10-bit code (or 1e-5 of a 16-bit one that holds
/// light), and by what rounding the input to 16 bits moved.
@Suite(.enabled(if: TestClip.canBeMade), .timeLimit(.minutes(10))) struct GoldenFileTests {
    private static let narrow = Quantisation(bits: 10, levels: .narrow)
    private static let tenBit = ["--pixel-format", "gbrp10le", "--levels", "narrow"]
    /// Light in 16 bits, 1.0 = `white`, untouched by tone mapping up to there.
    private static func light(_ white: Double) -> [String] {
        [
            "--color", "bt2020:linear:gbr", "--pixel-format", "gbrp16le", "--levels", "full",
            "--reference-white", "\(white)",
        ]
    }

    // MARK: Tables

    @Test(arguments: ["pq", "hlg"])
    func sdrToHDR(_ kind: String) async throws {
        let column = kind == "pq" ? 3 : 6
        let target: ColorProperties = kind == "pq" ? .pq : .hlg
        try await expect(
            try rows("sdr-to-hdr") { (Self.color($0, 0), Self.color($0, column)) },
            through: ["--color", kind] + Self.tenBit, tagged: "bt709:bt709"
        ) { signal in
            let light =
                Primaries.bt709.conversion(to: .bt2020)
                * Transfer.bt709.decode(
                    signal, primaries: .bt709, referenceWhiteNits: 203)
            return Self.codes(target.transfer.encode(light, primaries: .bt2020, referenceWhiteNits: 203))
        }
    }

    @Test(arguments: ["bt709", "bt2020ncl"], ["narrow", "full"])
    func ycbcr(_ matrix: String, _ range: String) async throws {
        let is709 = matrix == "bt709"
        let scales = Quantisation(bits: 10, levels: range == "full" ? .full : .narrow)
        let toYCbCr = try #require((is709 ? ColorMatrix.bt709 : .bt2020).toYCbCr)
        let mine = try Self.table("ycbcr").filter { $0[0] == matrix && $0[1] == "10" && $0[2] == range }
        try await expect(
            mine.map { (Self.color($0, 3), Self.color($0, 6)) },
            through: [
                "--color", is709 ? "bt709:bt709:bt709" : "bt2020:bt2020-10:bt2020nc", "--levels", range,
                "--pixel-format", "yuv444p10le",
            ], tagged: is709 ? "bt709:bt709" : "bt2020:bt2020-10"
        ) { signal in
            let value = toYCbCr * signal
            return RGB(scales.luma.code(value.x), scales.chroma.code(value.y), scales.chroma.code(value.z))
        }
    }

    @Test func pqToHLG() async throws {
        try await expect(
            try rows("pq-to-hlg") { (Self.color($0, 0), Self.codes(Self.color($0, 3))) },
            through: ["--color", "hlg", "--source-peak", "1000"] + Self.tenBit, tagged: "bt2020:smpte2084"
        ) { signal in
            let light = Transfer.pq.decode(signal, primaries: .bt2020, referenceWhiteNits: 203)
            return Self.codes(Transfer.hlg.encode(light, primaries: .bt2020, referenceWhiteNits: 203))
        }
    }

    @Test(arguments: ["pq.eotf", "hlg.eotf.grey.1000", "bt1886.eotf.100", "srgb.eotf"])
    func transfersToLight(_ curve: String) async throws {
        let cases: [String: (tag: String, transfer: Transfer, white: Double, unit: Double)] = [
            "pq.eotf": ("smpte2084", .pq, 10_000, 10_000), "hlg.eotf.grey.1000": ("arib-std-b67", .hlg, 1000, 1000),
            "bt1886.eotf.100": ("bt709", .bt709, 100, 100), "srgb.eotf": ("iec61966-2-1", .srgb, 100, 1),
        ]
        let (tag, transfer, white, unit) = try #require(cases[curve])
        let mine = try Self.table("transfer").filter { $0[0] == curve }
        try await expect(
            mine.map {
                (Self.grey(Double($0[1]) ?? .nan), Self.grey((Double($0[2]) ?? .nan) / unit * 65_535))
            }, through: Self.light(white) + ["--source-peak", "10000"], tagged: "bt2020:\(tag)"
        ) { 65_535 * transfer.decode($0, primaries: .bt2020, referenceWhiteNits: white) }
    }

    @Test func lightToPQ() async throws {
        let mine = try Self.table("transfer").filter { $0[0] == "pq.eotf.inverse" }
        try await expect(
            mine.map { (Self.grey((Double($0[1]) ?? .nan) / 10_000), Self.codes(Self.grey(Double($0[2]) ?? .nan))) },
            through: ["--color", "pq", "--reference-white", "10000"] + Self.tenBit, tagged: "bt2020:linear",
            leavingOut: 0.5
        ) { Self.codes(Transfer.pq.encode($0, primaries: .bt2020, referenceWhiteNits: 10_000)) }
    }

    @Test func hlgDisplay() async throws {
        let mine = try Self.table("hlg-display").filter { $0[0] == "1000" }
        try await expect(
            mine.map { (Self.color($0, 1), Self.color($0, 4) / 1000 * 65_535) }, through: Self.light(1000),
            tagged: "bt2020:arib-std-b67"
        ) { 65_535 * Transfer.hlg.decode($0, primaries: .bt2020, referenceWhiteNits: 1000) }
    }

    @Test func bt2390() async throws {
        let mine = try Self.table("bt2390-eetf").filter {
            Double($0[0]) == 1000 && Double($0[1]) == 0 && Double($0[2]) == 203 && Double($0[3]) == 0
        }
        let curve = BT2390(sourcePeakNits: 1000, targetPeakNits: 203)
        try await expect(
            mine.map {
                (
                    Self.grey(PQ.signal(nits: Double($0[4]) ?? .nan)),
                    Self.grey((Double($0[5]) ?? .nan) / 203 * 65_535)
                )
            }, through: Self.light(203) + ["--source-peak", "1000"], tagged: "bt2020:smpte2084"
        ) { signal in Self.grey(curve.nits(PQ.nits(signal: signal.x)) / 203 * 65_535) }
    }

    // MARK: Judging

    /// Renders the rows' signals, as pixels of one clip, and compares each code with the table's.
    ///
    /// `model` makes unrounded codes of a signal: it tells how far rounding the input moves the output, and what an
    /// integer in the table was rounded from. Rows outside 0...1, which files of R'G'B' do not hold, and rows that 16 bits
    /// are too coarse for are left out: at most the share `leavingOut` of the table.
    private func expect(
        _ rows: [(signal: RGB, expected: RGB)], through options: [String], tagged: String,
        leavingOut: Double = 0.25, location: SourceLocation = #_sourceLocation, model: (RGB) -> RGB
    ) async throws {
        let isLight = options.contains("gbrp16le")
        func moved(_ signal: RGB) -> RGB { model(Self.stored(signal)) - model(signal) }
        func largest(_ color: RGB) -> Double { max(color.max(), -color.min()) }
        let used = rows.filter {
            largest($0.signal) <= 1 && $0.signal.min() >= 0 && (!isLight || largest($0.expected) <= 65_535.5)
                && largest(moved($0.signal)) < (isLight ? 16 : 0.25)
        }
        #expect(!rows.isEmpty && Double(used.count) >= (1 - leavingOut) * Double(rows.count), "\(used.count)")
        let found = try await codes(of: used.map(\.signal), through: options, tagged: tagged)
        try #require(found.count == used.count, sourceLocation: location)
        for (row, codes) in zip(used, found) {
            let (exact, slack) = (model(row.signal), moved(row.signal))
            for channel in 0..<3 {
                let code = codes[channel]
                let margin = (isLight ? 1e-5 * code : 1.0 / 16) + abs(slack[channel])
                // The table's integers are rounded, the number behind them is not.
                let isRounded = row.expected[channel] == row.expected[channel].rounded()
                let distance = abs(code - (isRounded ? exact[channel] : row.expected[channel]))
                let agrees = distance <= 0.5 + margin && abs(code - row.expected[channel]) <= 1 + margin
                #expect(agrees, "\(row.signal): \(codes), \(row.expected)", sourceLocation: location)
            }
        }
    }

    /// The codes of the three planes, in the order R G B or Y Cb Cr, of each signal's pixel.
    private func codes(of signals: [RGB], through options: [String], tagged: String) async throws -> [RGB] {
        let folder = try ScratchFolder()
        let tags = tagged.split(separator: ":")
        // Planes stand in the order G B R.
        var data = Data()
        for channel in [1, 2, 0] {
            for signal in signals {
                let code = UInt16((min(max(signal[channel], 0), 1) * 65_535).rounded())
                data += [UInt8(code & 255), UInt8(code >> 8)]
            }
        }
        try data.write(to: URL(fileURLWithPath: folder.path("in.rgb")))
        let made = try await BuiltProgram.tool(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-f", "rawvideo", "-pix_fmt", "gbrp16le", "-video_size",
                "\(signals.count)x1", "-framerate", "25", "-i", "in.rgb", "-vf",
                "setparams=range=pc:color_primaries=\(tags[0]):color_trc=\(tags[1]):colorspace=gbr", "-c:v", "ffv1",
                "in.mkv",
            ], in: folder.url)
        try #require(made.status == 0, "\(made.errors)")
        let rendered = try await BuiltProgram.candela(
            ["render", "in.mkv", "-o", "out.mkv", "--codec", "ffv1", "--dither", "none"] + options, in: folder.url)
        try #require(rendered.status == 0, "\(rendered.errors)")
        let format = options[(options.firstIndex(of: "--pixel-format") ?? 0) + 1]
        let read = try await BuiltProgram.tool(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-i", "out.mkv", "-f", "rawvideo", "-pix_fmt", format, "out.raw"],
            in: folder.url)
        try #require(read.status == 0, "\(read.errors)")
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("out.raw"))))
        let count = signals.count
        try #require(bytes.count == 6 * count)
        func sample(_ plane: Int, _ index: Int) -> Double {
            let place = 2 * (plane * count + index)
            return Double(Int(bytes[place]) | Int(bytes[place + 1]) << 8)
        }
        let order = format.hasPrefix("gbr") ? [2, 0, 1] : [0, 1, 2]
        return (0..<count).map { RGB(sample(order[0], $0), sample(order[1], $0), sample(order[2], $0)) }
    }

    /// A signal as 16-bit codes hold it.
    private static func stored(_ signal: RGB) -> RGB {
        RGB(
            (signal.x * 65_535).rounded() / 65_535, (signal.y * 65_535).rounded() / 65_535,
            (signal.z * 65_535).rounded() / 65_535)
    }

    /// Narrow 10-bit codes of a signal, unrounded.
    private static func codes(_ signal: RGB) -> RGB {
        signal * narrow.rgb.scale + RGB(repeating: narrow.rgb.offset)
    }

    // MARK: Tables' text

    private func rows(
        _ name: String, _ read: ([Substring]) -> (RGB, RGB)
    ) throws -> [(signal: RGB, expected: RGB)] {
        try Self.table(name).map { row in
            let (signal, expected) = read(row)
            return (signal, expected)
        }
    }

    private static func table(_ name: String) throws -> [[Substring]] {
        let file = BuiltProgram.root.appendingPathComponent("Tests/Golden/\(name).csv")
        let lines = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline).dropFirst(2)
        return lines.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    }

    private static func color(_ row: [Substring], _ column: Int) -> RGB {
        RGB(Double(row[column]) ?? .nan, Double(row[column + 1]) ?? .nan, Double(row[column + 2]) ?? .nan)
    }

    private static func grey(_ value: Double) -> RGB { RGB(repeating: value) }
}
