import CFFmpeg
import Frames

/// Makes pictures without combs of interlaced ones, by libavfilter's bwdif; used by one thread.
///
/// A picture comes out once the one after it is known.
final class Deinterlacer {
    private let subject: String
    private let splitsFields: Bool
    /// Seconds a tick of the stamps that go in.
    private let inputBase: AVRational
    private let graph: UnsafeMutablePointer<AVFilterGraph>
    private let entry: UnsafeMutablePointer<AVFilterContext>
    private let exit: UnsafeMutablePointer<AVFilterContext>
    /// How long the pictures are shown that went in and did not come out, the first of two fields counted as out.
    private var durations: [MediaTime?] = []
    private var isSecondField = false

    /// Which field of a picture is shown first, where the pictures do not say.
    enum Parity: String {
        case top = "tff"
        case bottom = "bff"
        /// They say so themselves.
        case stated = "auto"
    }

    /// Sets the filter up for pictures like `frame`.
    init(
        like frame: UnsafePointer<AVFrame>, base: AVRational, parity: Parity, splitsFields: Bool, subject: String
    ) throws(MediaError) {
        (self.subject, self.splitsFields, inputBase) = (subject, splitsFields, base)
        let made = try create("avfilter_graph_alloc", on: subject) { avfilter_graph_alloc() }
        do {
            func add(_ name: String, _ options: String?) throws(MediaError) -> UnsafeMutablePointer<AVFilterContext> {
                var context: UnsafeMutablePointer<AVFilterContext>?
                try call("avfilter_graph_create_filter", on: "\(subject), filter \(name)", kind: .unavailable) {
                    candelaAddFilter(&context, made, name, options)
                }
                guard let context else {
                    throw MediaError(call: "avfilter_graph_create_filter", subject: subject, code: candelaErrorNoMemory)
                }
                return context
            }
            let picture = frame.pointee
            let aspect = picture.sample_aspect_ratio
            let entry = try add(
                "buffer",
                "video_size=\(picture.width)x\(picture.height):pix_fmt=\(picture.format):time_base=\(base.num)/\(base.den):"
                    + "pixel_aspect=\(aspect.num)/\(max(aspect.den, 1))")
            let filter = try add(
                "bwdif", "mode=\(splitsFields ? "send_field" : "send_frame"):parity=\(parity.rawValue):deint=all")
            let exit = try add("buffersink", nil)
            try call("avfilter_link", on: subject) { avfilter_link(entry, 0, filter, 0) }
            try call("avfilter_link", on: subject) { avfilter_link(filter, 0, exit, 0) }
            try call("avfilter_graph_config", on: subject) { avfilter_graph_config(made, nil) }
            (self.entry, self.exit) = (entry, exit)
        } catch {
            var failed: UnsafeMutablePointer<AVFilterGraph>? = made
            avfilter_graph_free(&failed)
            throw error
        }
        graph = made
    }

    deinit {
        var graph: UnsafeMutablePointer<AVFilterGraph>? = self.graph
        avfilter_graph_free(&graph)
    }

    /// Hands over a picture shown at `time`; `nil` says that there are no more.
    func send(_ frame: FrameHandle?, time: MediaTime) throws(MediaError) {
        if let frame {
            frame.raw.pointee.pts = time.ticks(base: inputBase).count
            let ticks = candelaFrameDuration(frame.raw)
            durations.append(ticks > 0 ? MediaTime(ticks: ticks, base: inputBase) : nil)
        }
        try call("av_buffersrc_add_frame_flags", on: subject) {
            withExtendedLifetime(frame) {
                av_buffersrc_add_frame_flags(entry, frame?.raw, Int32(AV_BUFFERSRC_FLAG_KEEP_REF))
            }
        }
    }

    /// Takes a picture that is ready, with its time and how long it is shown.
    func receive() throws(MediaError) -> (frame: FrameHandle, time: MediaTime, duration: MediaTime?)? {
        let frame = try FrameHandle(subject: subject)
        let status = try call(
            "av_buffersink_get_frame", on: subject, expecting: [candelaErrorAgain, candelaErrorEnd]
        ) { av_buffersink_get_frame(exit, frame.raw) }
        guard status >= 0 else { return nil }
        var duration = durations.first ?? nil
        if splitsFields { duration = duration?.divided(by: MediaTime(2, 1)) }
        isSecondField = splitsFields && !isSecondField
        if !isSecondField, !durations.isEmpty { durations.removeFirst() }
        return (frame, MediaTime(ticks: frame.raw.pointee.pts, base: av_buffersink_get_time_base(exit)), duration)
    }
}
