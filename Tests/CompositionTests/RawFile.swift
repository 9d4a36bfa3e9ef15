import Candela
import Foundation

/// A folder that is empty before a test and gone after it.
final class TestFolder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("candela-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}

/// Numbers 0..<1 by chance, the same in every run.
struct Chance {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 11) / Double(1 << 53)
    }
}

/// Raw pictures of R'G'B' signals that tests know.
struct RawFile {
    let layout: PixelLayout
    let width: Int
    let height: Int
    let codes: [[UInt16]]

    /// Codes of pseudo-random signals in -0.07...1.09, a quarter of them near black, narrow range.
    init(bits: Int, matrix: ColorMatrix, width: Int, height: Int, log2Width: Int = 0, log2Height: Int = 0) {
        let name = "yuv\(log2Width == 0 ? "444" : log2Height == 0 ? "422" : "420")p\(bits == 8 ? "" : "\(bits)le")"
        layout = .planarYCbCr(name, depth: bits, log2Width: log2Width, log2Height: log2Height)
        (self.width, self.height) = (width, height)
        let scales = Quantisation(bits: bits, levels: .narrow)
        let toYCbCr = matrix.toYCbCr ?? .identity
        var dice = Chance(seed: 1)
        func next() -> Double { dice.next() }
        func plane(_ number: Int, _ count: Int) -> [UInt16] {
            (0..<count).map { _ in
                let high = next() < 0.25 ? 0.05 : 1.0899
                let color = RGB(next(), next(), next()) * (high + 0.0699) - RGB(repeating: 0.0699)
                let code = (number == 0 ? scales.luma : scales.chroma).code((toYCbCr * color)[number])
                return UInt16(min(max(code.rounded(), 0), Double(scales.maxCode)))
            }
        }
        if log2Width == 0 {
            // The three codes of a pixel belong together, so that its signals lie in the range.
            var planes: [[UInt16]] = [[], [], []]
            for _ in 0..<(width * height) {
                let high = next() < 0.25 ? 0.05 : 1.0899
                let color = toYCbCr * (RGB(next(), next(), next()) * (high + 0.0699) - RGB(repeating: 0.0699))
                for number in 0..<3 {
                    let code = (number == 0 ? scales.luma : scales.chroma).code(color[number])
                    planes[number].append(UInt16(min(max(code.rounded(), 0), Double(scales.maxCode))))
                }
            }
            codes = planes
        } else {
            let chroma = layout.size(ofPlane: 1, width: width, height: height)
            // Mid greys with little colour: whatever chroma a neighbour lends, signals stay in the range.
            let middle = plane(0, width * height).map { UInt16(Double($0) * 0.5 + scales.luma.code(0.25)) }
            func tint() -> [UInt16] {
                (0..<(chroma.width * chroma.height)).map { _ in
                    UInt16((scales.chroma.code((next() - 0.5) * 0.12)).rounded())
                }
            }
            codes = [middle, tint(), tint()]
        }
    }

    /// HLG codes of a blue or red whose luminance negative channels cancel to within a hundredth, narrow range, 4:4:4.
    init(cancelling matrix: ColorMatrix, bits: Int, width: Int, height: Int) {
        layout = .planarYCbCr("yuv444p\(bits)le", depth: bits, log2Width: 0, log2Height: 0)
        (self.width, self.height) = (width, height)
        let scales = Quantisation(bits: bits, levels: .narrow)
        let toYCbCr = matrix.toYCbCr ?? .identity
        let weights = Primaries.bt2020.luminanceWeights
        var dice = Chance(seed: 7)
        var planes: [[UInt16]] = [[], [], []]
        for _ in 0..<(width * height) {
            // Light of two channels by chance; the third takes the luminance away but for a little.
            var light = RGB(dice.next() * 0.0016, -dice.next() * 0.0016, dice.next() * 0.0016)
            let lone = dice.next() < 0.5 ? 0 : 2
            light[lone] = -dice.next() * 0.0016
            let rest =
                weights.x * light.x + weights.y * light.y + weights.z * light.z - weights[2 - lone] * light[2 - lone]
            light[2 - lone] = -rest / weights[2 - lone] * (1 + (dice.next() - 0.5) * 0.02)
            let color =
                toYCbCr
                * RGB(HLG.signal(sceneLight: light.x), HLG.signal(sceneLight: light.y), HLG.signal(sceneLight: light.z))
            for number in 0..<3 {
                let code = (number == 0 ? scales.luma : scales.chroma).code(color[number])
                planes[number].append(UInt16(min(max(code.rounded(), 0), Double(scales.maxCode))))
            }
        }
        codes = planes
    }

    var format: RawVideoFormat {
        RawVideoFormat(width: width, height: height, layout: layout, frameRate: MediaTime(25, 1))
    }

    func write(to path: String) throws {
        var data = Data()
        for plane in codes {
            for code in plane {
                data.append(UInt8(code & 255))
                if layout.wordBytes == 2 { data.append(UInt8(code >> 8)) }
            }
        }
        try data.write(to: URL(fileURLWithPath: path))
    }

    /// How many codes of a file differ, and the largest difference.
    func differences(in path: String) throws -> (count: Int, largest: Int) {
        let data = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let expected = codes.flatMap { $0 }
        guard data.count == expected.count * layout.wordBytes else { return (expected.count, .max) }
        var (count, largest) = (0, 0)
        for (index, code) in expected.enumerated() {
            let found = layout.wordBytes == 1 ? Int(data[index]) : Int(data[2 * index]) | Int(data[2 * index + 1]) << 8
            let difference = abs(found - Int(code))
            count += difference > 0 ? 1 : 0
            largest = max(largest, difference)
        }
        return (count, largest)
    }
}
