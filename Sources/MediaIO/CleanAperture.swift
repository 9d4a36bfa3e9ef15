import Bitstreams
import Frames

/// The part of a coded picture that is meant to be seen, as a `clap` box states it: a size and the offset of its middle
/// from the picture's, in fractions.
struct CleanAperture: Equatable {
    var width: MediaTime
    var height: MediaTime
    var horizontalOffset: MediaTime
    var verticalOffset: MediaTime

    /// The aperture that shows `visible` of a picture of the given size.
    init(showing visible: PixelRect, width: Int, height: Int) {
        self.width = MediaTime(Int64(visible.width), 1)
        self.height = MediaTime(Int64(visible.height), 1)
        horizontalOffset = MediaTime(Int64(2 * visible.x + visible.width - width), 2)
        verticalOffset = MediaTime(Int64(2 * visible.y + visible.height - height), 2)
    }

    /// Reads the 32 bytes of a box's fields; `nil` where they make no sense.
    init?(_ fields: [UInt8]) {
        var values: [MediaTime] = []
        for pair in 0..<4 {
            guard let above = fields.integer(at: pair * 8, byteCount: 4),
                let below = fields.integer(at: pair * 8 + 4, byteCount: 4)
            else { return nil }
            let (top, bottom) = (Int32(truncatingIfNeeded: above), Int32(truncatingIfNeeded: below))
            guard bottom > 0, pair >= 2 || top > 0 else { return nil }
            values.append(MediaTime(Int64(top), Int64(bottom)))
        }
        (width, height, horizontalOffset, verticalOffset) = (values[0], values[1], values[2], values[3])
    }

    /// The whole box.
    var box: Box {
        var fields: [UInt8] = []
        for value in [width, height, horizontalOffset, verticalOffset] {
            fields.append(UInt64(truncatingIfNeeded: value.value), byteCount: 4)
            fields.append(UInt64(truncatingIfNeeded: value.scale), byteCount: 4)
        }
        return Box("clap", fields)
    }

    /// The whole pixels it shows of the picture part `full`; `nil` when it falls between pixels or outside.
    func rect(in full: PixelRect) -> PixelRect? {
        func place(_ size: MediaTime, _ offset: MediaTime, _ start: Int, _ count: Int) -> (start: Int, count: Int)? {
            // Twice the first pixel, so that halves stay whole.
            let twice = offset + offset + MediaTime(Int64(count), 1) - size
            guard size.scale == 1, twice.scale == 1, twice.value % 2 == 0 else { return nil }
            let first = Int(twice.value / 2)
            guard first >= 0, first + Int(size.value) <= count else { return nil }
            return (start + first, Int(size.value))
        }
        guard let columns = place(width, horizontalOffset, full.x, full.width),
            let rows = place(height, verticalOffset, full.y, full.height)
        else { return nil }
        return PixelRect(x: columns.start, y: rows.start, width: columns.count, height: rows.count)
    }
}
