import CFFmpeg
import ColorScience

/// Writes 8-bit RGB pictures as PNG (ISO/IEC 15948), tagged with what their codes mean.
public enum PNGEncoder {
    /// What counts more: that it is done, or that it is small.
    public enum Effort: Sendable {
        /// For a picture that somebody waits for: as large as its bytes, since compressing takes longer than writing.
        case quick
        /// For a file that is kept.
        case thorough
    }

    /// The file of a picture whose rows of red, green and blue bytes begin `bytesPerRow` apart at `rows`.
    ///
    /// `color` is written as `cICP`, and as `sRGB`, `gAMA` and `cHRM` where the library knows them for it. Throws when the
    /// library has no PNG encoder or no memory.
    public static func file(
        rows: UnsafeRawPointer, bytesPerRow: Int, width: Int, height: Int, color: ColorProperties, effort: Effort
    ) throws(MediaError) -> [UInt8] {
        let subject = "a PNG picture"
        guard let encoder = avcodec_find_encoder(AV_CODEC_ID_PNG) else {
            throw MediaError(
                kind: .unavailable, call: "avcodec_find_encoder", subject: subject, code: candelaErrorNoEncoder,
                problem: "this build of FFmpeg writes no PNG", wayOut: "install a fuller FFmpeg")
        }
        let context = try create("avcodec_alloc_context3", on: subject) { avcodec_alloc_context3(encoder) }
        defer {
            var ended: UnsafeMutablePointer<AVCodecContext>? = context
            avcodec_free_context(&ended)
        }
        (context.pointee.width, context.pointee.height) = (Int32(width), Int32(height))
        context.pointee.pix_fmt = AV_PIX_FMT_RGB24
        context.pointee.time_base = AVRational(num: 1, den: 1)
        context.pointee.thread_count = 1
        context.pointee.compression_level = effort == .quick ? 0 : 9
        let options = Settings()
        options["pred"] = effort == .quick ? "none" : "mixed"
        try call("avcodec_open2", on: subject) { avcodec_open2(context, encoder, &options.raw) }
        let frame = try FrameHandle(subject: subject)
        frame.raw.pointee.format = AV_PIX_FMT_RGB24.rawValue
        (frame.raw.pointee.width, frame.raw.pointee.height) = (Int32(width), Int32(height))
        frame.raw.pointee.color_primaries = AVColorPrimaries(UInt32(color.primaries.rawValue))
        frame.raw.pointee.color_trc = AVColorTransferCharacteristic(UInt32(color.transfer.rawValue))
        // Without a buffer of its own the frame is copied by the encoder, which leaves `rows` to the caller.
        let address = UnsafeMutablePointer(mutating: rows.assumingMemoryBound(to: UInt8.self))
        candelaSetPlane(frame.raw, 0, address, Int32(bytesPerRow))
        try call("avcodec_send_frame", on: subject) {
            withExtendedLifetime(frame) { avcodec_send_frame(context, frame.raw) }
        }
        let packet = try PacketHandle(subject: subject)
        try call("avcodec_receive_packet", on: subject) {
            withExtendedLifetime(packet) { avcodec_receive_packet(context, packet.raw) }
        }
        let file = withExtendedLifetime(packet) {
            Array(UnsafeBufferPointer(start: packet.raw.pointee.data, count: Int(packet.raw.pointee.size)))
        }
        return tagged(file, color)
    }

    /// The signature, and the header's chunk: length, name, 13 bytes, checksum.
    private static let headByteCount = 8 + 4 + 4 + 13 + 4

    /// The file with a `cICP` chunk behind its header, which FFmpeg writes from version 7 on only.
    private static func tagged(_ file: [UInt8], _ color: ColorProperties) -> [UInt8] {
        let head = file.prefix(headByteCount)
        guard head.count == headByteCount, !file.dropFirst(headByteCount + 4).starts(with: Array("cICP".utf8)) else {
            return file
        }
        let codes = [color.primaries.rawValue, color.transfer.rawValue, 0, 1].map { UInt8(truncatingIfNeeded: $0) }
        let body = Array("cICP".utf8) + codes
        let sum = ~av_crc(av_crc_get_table(AV_CRC_32_IEEE_LE), .max, body, body.count)
        var tagged = file
        tagged.insert(contentsOf: bytes(UInt32(codes.count)) + body + bytes(sum), at: headByteCount)
        return tagged
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    }
}
