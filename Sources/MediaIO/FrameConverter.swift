import CFFmpeg
import Frames

/// Brings frames of formats that we do not read in place into one that we do.
final class FrameConverter {
    let target: PixelLayout
    private let subject: String
    private var scaler: OpaquePointer?
    private var source = (width: Int32(0), height: Int32(0), format: Int32(-1))

    init(to target: PixelLayout, subject: String) {
        (self.target, self.subject) = (target, subject)
    }

    deinit { sws_freeContext(scaler) }

    /// The frame's picture in the target layout, in a block of `pool`.
    func convert(_ frame: UnsafePointer<AVFrame>, pool: BlockPool) throws(MediaError) -> HostPlanes {
        try prepare(for: frame.pointee)
        let planes = pool.planes(
            layout: target, width: Int(frame.pointee.width), height: Int(frame.pointee.height))
        var input = (0..<4).map { UnsafePointer(candelaPlane(frame, Int32($0))) }
        var inputRows = (0..<4).map { candelaRow(frame, Int32($0)) }
        var output = planes.planes.map { Optional($0.address.raw.assumingMemoryBound(to: UInt8.self)) }
        var outputRows = planes.planes.map { Int32($0.bytesPerRow) }
        output += Array(repeating: nil, count: 4 - output.count)
        outputRows += Array(repeating: 0, count: 4 - outputRows.count)
        try call("sws_scale", on: subject) {
            sws_scale(scaler, &input, &inputRows, 0, frame.pointee.height, &output, &outputRows)
        }
        return planes
    }

    private func prepare(for frame: AVFrame) throws(MediaError) {
        guard source != (frame.width, frame.height, frame.format) else { return }
        sws_freeContext(scaler)
        scaler = nil
        let format = target.pixelFormat ?? AV_PIX_FMT_NONE
        scaler = try create("sws_getContext", on: subject) {
            sws_getContext(
                frame.width, frame.height, AVPixelFormat(frame.format), frame.width, frame.height, format,
                candelaScaling, nil, nil, nil)
        }
        source = (frame.width, frame.height, frame.format)
    }
}
