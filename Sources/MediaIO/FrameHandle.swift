import CFFmpeg
import Frames
import Synchronization

/// How many frames of the libraries are alive; 0 once everything is released.
package enum LiveFrames {
    package static var count: Int { counter.load(ordering: .sequentiallyConsistent) }
    static let counter = Atomic<Int>(0)
}

/// Owns one AVFrame.
///
/// A frame is written by one thread before it is handed on, and only read afterwards.
final class FrameHandle: @unchecked Sendable {
    let raw: UnsafeMutablePointer<AVFrame>

    init(subject: String) throws(MediaError) {
        raw = try create("av_frame_alloc", on: subject) { av_frame_alloc() }
        LiveFrames.counter.add(1, ordering: .sequentiallyConsistent)
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = raw
        av_frame_free(&frame)
        LiveFrames.counter.subtract(1, ordering: .sequentiallyConsistent)
    }
}

/// Owns one AVPacket; the same rule as for `FrameHandle`.
final class PacketHandle: @unchecked Sendable {
    let raw: UnsafeMutablePointer<AVPacket>

    init(subject: String) throws(MediaError) {
        raw = try create("av_packet_alloc", on: subject) { av_packet_alloc() }
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = raw
        av_packet_free(&packet)
    }
}

extension AVRational {
    /// The fraction as a time; `nil` where it is none.
    var time: MediaTime? {
        guard den != 0, num != 0 else { return nil }
        return den > 0 ? MediaTime(Int64(num), Int64(den)) : MediaTime(-Int64(num), -Int64(den))
    }

    /// The fraction's value; 0 where it is none.
    var value: Double { den == 0 ? 0 : Double(num) / Double(den) }
}

extension MediaTime {
    /// Ticks of `base` seconds as a time.
    init(ticks: Int64, base: AVRational) {
        let product = ticks.multipliedReportingOverflow(by: Int64(base.num))
        self.init(product.overflow ? 0 : product.partialValue, Int64(max(base.den, 1)))
    }

    /// The time in ticks of `base` seconds, and whether it is exact.
    func ticks(base: AVRational) -> (count: Int64, isExact: Bool) {
        let top = Int128(value) * Int128(base.den)
        let bottom = Int128(scale) * Int128(max(base.num, 1))
        // Nearest, halves away from zero.
        let rounded = (2 * top + (top < 0 ? -bottom : bottom)) / (2 * bottom)
        return (Int64(clamping: rounded), rounded * bottom == top)
    }

    /// The time as a rational of 32-bit parts, exact where it fits.
    var rational: AVRational {
        var num: Int32 = 0
        var den: Int32 = 1
        av_reduce(&num, &den, value, scale, Int64(Int32.max))
        return AVRational(num: num, den: den)
    }
}
