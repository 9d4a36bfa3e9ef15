import ColorScience
import Dispatch
import Frames
import Synchronization

/// Writes 8-bit RGB pictures as PNG (ISO/IEC 15948), tagged with what their codes mean.
public enum PNGEncoder {
    /// What counts more: that it is done, or that it is small.
    public enum Effort: Sendable {
        /// For a picture that somebody waits for: some tens of milliseconds at 1920x1080.
        case quick
        /// For a file that is kept.
        case thorough
    }

    /// The file of a picture whose rows of red, green and blue bytes begin `bytesPerRow` apart at `rows`.
    ///
    /// `color` is written as `cICP`, and as `sRGB`, `gAMA` and `cHRM` where it is sRGB. The result is the same on every
    /// machine: bands of rows are compressed apart, however many threads there are.
    public static func file(
        rows: UnsafeRawPointer, bytesPerRow: Int, width: Int, height: Int, color: ColorProperties, effort: Effort
    ) -> [UInt8] {
        precondition(width > 0 && height > 0 && bytesPerRow >= 3 * width, "a picture has pixels, and rows hold them")
        let bands = bands(HostAddress(UnsafeMutableRawPointer(mutating: rows)), bytesPerRow, width, height, effort)
        let checksum = bands.reduce((sum: UInt32(1), count: 0)) { total, band in
            (Adler32.joined(total.sum, band.checksum, secondCount: band.count), total.count + band.count)
        }
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        var header = bytes(UInt32(width)) + bytes(UInt32(height))
        header += [8, 2, 0, 0, 0]
        append("IHDR", header, to: &file)
        for (name, content) in tags(color) { append(name, content, to: &file) }
        // A zlib stream: its two-byte head, the bands, and the checksum of what they hold.
        for (index, band) in bands.enumerated() {
            let head: [UInt8] = index == 0 ? [0x78, 0x01] : []
            let tail = index == bands.count - 1 ? bytes(checksum.sum) : []
            append("IDAT", head + band.compressed + tail, to: &file)
        }
        append("IEND", [], to: &file)
        return file
    }

    // MARK: Rows

    private struct Band: Sendable {
        var compressed: [UInt8] = []
        /// Adler-32 of the filtered bytes, and how many there are.
        var checksum: UInt32 = 1
        var count = 0
    }

    /// Rows that are compressed together, apart from others.
    private static let bandHeight = 135

    private static func bands(
        _ rows: HostAddress, _ bytesPerRow: Int, _ width: Int, _ height: Int, _ effort: Effort
    ) -> [Band] {
        let step = effort == .quick ? Self.bandHeight : height
        let count = (height + step - 1) / step
        let results = Mutex([Band](repeating: Band(), count: count))
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let range = index * step..<min((index + 1) * step, height)
            let length = 3 * width
            var filtered = [UInt8](repeating: 0, count: range.count * (length + 1))
            for y in range {
                let row = rows.raw.advanced(by: y * bytesPerRow)
                let above = y > 0 ? UnsafeRawPointer(row.advanced(by: -bytesPerRow)) : nil
                let start = (y - range.lowerBound) * (length + 1)
                filtered.withUnsafeMutableBufferPointer { filtered in
                    PNGFilter.write(
                        UnsafeRawPointer(row), above: above, length: length, isTried: effort == .thorough,
                        to: UnsafeMutableBufferPointer(rebasing: filtered[start..<start + length + 1]))
                }
            }
            let band = filtered.withUnsafeBufferPointer { filtered in
                Band(
                    compressed: Deflate.compressed(
                        filtered, effort: effort == .quick ? .quick : .thorough, isLast: index == count - 1),
                    checksum: Adler32.sum(filtered), count: filtered.count)
            }
            results.withLock { $0[index] = band }
        }
        return results.withLock { $0 }
    }

    // MARK: Chunks

    private static func tags(_ color: ColorProperties) -> [(String, [UInt8])] {
        let codes = [color.primaries.rawValue, color.transfer.rawValue, 0, 1].map { UInt8(truncatingIfNeeded: $0) }
        var tags = [("cICP", codes)]
        guard color.primaries == .bt709, color.transfer == .srgb else { return tags }
        // As 11.3.2.5 of the standard asks: readers that know no sRGB find its gamma and primaries, in 1/100000.
        tags.append(("sRGB", [0]))
        tags.append(("gAMA", bytes(45_455)))
        let places: [UInt32] = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000]
        tags.append(("cHRM", places.flatMap(bytes)))
        return tags
    }

    private static func append(_ name: String, _ content: [UInt8], to file: inout [UInt8]) {
        let body = Array(name.utf8) + content
        file += bytes(UInt32(content.count)) + body + bytes(CRC32.sum(body))
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    }
}

/// PNG's filters: each byte as its difference from what its neighbours suggest.
private enum PNGFilter {
    /// Writes a row's filter number and filtered bytes; tries all five and takes the one of smallest differences, or
    /// takes `Up`.
    static func write(
        _ row: UnsafeRawPointer, above: UnsafeRawPointer?, length: Int, isTried: Bool,
        to output: UnsafeMutableBufferPointer<UInt8>
    ) {
        guard isTried else {
            put(above == nil ? 1 : 2, row, above, length, output)
            return
        }
        var best = (number: 0, sum: Int.max)
        for number in 0..<5 {
            put(number, row, above, length, output)
            let sum = output.dropFirst().reduce(0) { $0 + Int(Int8(bitPattern: $1).magnitude) }
            if sum < best.sum { best = (number, sum) }
        }
        if best.number != 4 { put(best.number, row, above, length, output) }
    }

    private static func put(
        _ number: Int, _ row: UnsafeRawPointer, _ above: UnsafeRawPointer?, _ length: Int,
        _ output: UnsafeMutableBufferPointer<UInt8>
    ) {
        output[0] = UInt8(number)
        let row = row.assumingMemoryBound(to: UInt8.self)
        let above = above?.assumingMemoryBound(to: UInt8.self)
        func up(_ index: Int) -> UInt8 { above?[index] ?? 0 }
        func left(_ index: Int) -> UInt8 { index >= 3 ? row[index - 3] : 0 }
        switch number {
        case 1:
            for index in 0..<length { output[index + 1] = row[index] &- left(index) }
        case 2:
            if let above {
                for index in 0..<length { output[index + 1] = row[index] &- above[index] }
            } else {
                for index in 0..<length { output[index + 1] = row[index] }
            }
        case 3:
            for index in 0..<length {
                output[index + 1] = row[index] &- UInt8((Int(left(index)) + Int(up(index))) / 2)
            }
        case 4:
            for index in 0..<length {
                let corner = index >= 3 ? up(index - 3) : 0
                output[index + 1] = row[index] &- paeth(Int(left(index)), Int(up(index)), Int(corner))
            }
        default:
            for index in 0..<length { output[index + 1] = row[index] }
        }
    }

    /// Of three neighbours the one nearest to left + up - corner.
    private static func paeth(_ left: Int, _ up: Int, _ corner: Int) -> UInt8 {
        let (a, b, c) = (abs(up - corner), abs(left - corner), abs(left + up - 2 * corner))
        return UInt8(a <= b && a <= c ? left : b <= c ? up : corner)
    }
}
