import CFFmpeg
import Foundation
import Frames

/// Turns packets of one stream into frames, in memory of our own pool.
final class FrameDecoder {
    let context: UnsafeMutablePointer<AVCodecContext>
    let pool = BlockPool()
    private let subject: String
    private let timeBase: AVRational

    /// Opens a decoder that knows nothing of the container's colour, so that its frames tell the bitstream's.
    init(stream: UnsafeMutablePointer<AVStream>, threadCount: Int, subject: String) throws(MediaError) {
        self.subject = subject
        timeBase = stream.pointee.time_base
        let id = stream.pointee.codecpar.pointee.codec_id
        guard id != AV_CODEC_ID_NONE else {
            throw MediaError(
                kind: .data, call: "avcodec_find_decoder", subject: subject,
                problem: "the codec of its video cannot be recognised",
                wayOut: "check that the file is complete and not damaged")
        }
        guard let codec = avcodec_find_decoder(id) else {
            throw MediaError(
                kind: .unavailable, call: "avcodec_find_decoder", subject: subject, code: candelaErrorNoDecoder,
                problem: "this build of FFmpeg has no decoder for \(String(cString: avcodec_get_name(id)))",
                wayOut: "install a fuller FFmpeg")
        }
        var context: UnsafeMutablePointer<AVCodecContext>? = try create("avcodec_alloc_context3", on: subject) {
            avcodec_alloc_context3(codec)
        }
        guard let opened = context else {
            throw MediaError(call: "avcodec_alloc_context3", subject: subject, code: candelaErrorNoMemory)
        }
        do {
            try call("avcodec_parameters_to_context", on: subject) {
                avcodec_parameters_to_context(opened, stream.pointee.codecpar)
            }
            Self.configure(opened, threadCount: threadCount, timeBase: timeBase)
            FrameAllocator.install(pool, in: opened)
            try call("avcodec_open2", on: subject) { avcodec_open2(opened, codec, nil) }
        } catch {
            avcodec_free_context(&context)
            throw error
        }
        self.context = opened
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = self.context
        avcodec_free_context(&context)
    }

    private static func configure(
        _ context: UnsafeMutablePointer<AVCodecContext>, threadCount: Int, timeBase: AVRational
    ) {
        context.pointee.color_primaries = AVCOL_PRI_UNSPECIFIED
        context.pointee.color_trc = AVCOL_TRC_UNSPECIFIED
        context.pointee.colorspace = AVCOL_SPC_UNSPECIFIED
        context.pointee.color_range = AVCOL_RANGE_UNSPECIFIED
        context.pointee.chroma_sample_location = AVCHROMA_LOC_UNSPECIFIED
        context.pointee.pkt_timebase = timeBase
        context.pointee.thread_count = Int32(clamping: threadCount)
        context.pointee.thread_type = FF_THREAD_FRAME | FF_THREAD_SLICE
        context.pointee.apply_cropping = 0
        context.pointee.flags |= AV_CODEC_FLAG_UNALIGNED
        context.pointee.flags |= Int32(bitPattern: UInt32(AV_CODEC_FLAG_OUTPUT_CORRUPT))
    }

    /// What became of a packet or a request for a frame.
    enum Outcome {
        case done
        /// The other direction must be served first.
        case wait
        case end
        /// This much of the stream cannot be decoded; the next may.
        case damaged
    }

    /// Hands over a packet; `nil` says that there are no more.
    func send(_ packet: UnsafePointer<AVPacket>?) throws(MediaError) -> Outcome {
        outcome(
            try call("avcodec_send_packet", on: subject, expecting: Self.expected) {
                avcodec_send_packet(context, packet)
            })
    }

    /// Takes a frame that is ready.
    func receive(into frame: FrameHandle) throws(MediaError) -> Outcome {
        outcome(
            try call("avcodec_receive_frame", on: subject, expecting: Self.expected) {
                avcodec_receive_frame(context, frame.raw)
            })
    }

    /// Forgets everything in flight, before reading goes on elsewhere.
    func flush() { avcodec_flush_buffers(context) }

    private static let expected = [candelaErrorAgain, candelaErrorEnd, candelaErrorInvalidData]

    private func outcome(_ result: Int32) -> Outcome {
        switch result {
        case candelaErrorAgain: .wait
        case candelaErrorEnd: .end
        case candelaErrorInvalidData: .damaged
        default: .done
        }
    }
}
