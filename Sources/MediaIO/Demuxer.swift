import CFFmpeg
import ColorScience
import Foundation
import Frames

/// An opened input: its container, the stream that is shown, and the packets in file order.
final class Demuxer {
    let path: String
    let context: UnsafeMutablePointer<AVFormatContext>
    /// What each stream's container said of colour, before the bitstream was looked at.
    let containerColors: [ColorTags]
    /// Index of the video stream that is read.
    let videoIndex: Int
    /// What pictures without a header have been said to be.
    private let raw: RawVideoFormat?
    /// Whether any packet has been read.
    private var hasRead = false

    init(path: String, options: MediaReaderOptions) throws(MediaError) {
        (self.path, raw) = (path, options.raw)
        context = try Self.open(path, options)
        var context: UnsafeMutablePointer<AVFormatContext>? = self.context
        do {
            containerColors = Self.streams(of: self.context).map { ColorTags($0.pointee.codecpar.pointee) }
            try Self.opening(path) { () throws(MediaError) in
                try call("avformat_find_stream_info", on: path) { avformat_find_stream_info(context, nil) }
            }
            videoIndex = try Self.chooseVideo(Self.streams(of: self.context), path: path)
        } catch {
            avformat_close_input(&context)
            throw error
        }
        for (index, stream) in streams.enumerated() where index != videoIndex {
            let type = stream.pointee.codecpar.pointee.codec_type
            let isKept =
                options.keepsOtherStreams && type != AVMEDIA_TYPE_VIDEO && type != AVMEDIA_TYPE_ATTACHMENT
                && !isChapterText(stream.pointee)
            stream.pointee.discard = isKept ? AVDISCARD_DEFAULT : AVDISCARD_ALL
        }
        // From here on, whatever is thrown closes it by `deinit`.
        try requireWholeY4M()
    }

    deinit {
        var context: UnsafeMutablePointer<AVFormatContext>? = self.context
        avformat_close_input(&context)
    }

    var streams: [UnsafeMutablePointer<AVStream>] { Self.streams(of: context) }

    var video: UnsafeMutablePointer<AVStream> { streams[videoIndex] }

    /// Whether a stream is the text of chapters, which are read already.
    private func isChapterText(_ stream: AVStream) -> Bool {
        formatName.hasPrefix("mov") && context.pointee.nb_chapters > 0
            && stream.codecpar.pointee.codec_type == AVMEDIA_TYPE_DATA
            && stream.codecpar.pointee.codec_id == AV_CODEC_ID_BIN_DATA
    }

    /// A warning for each further video track that is neither read nor carried over as a cover.
    func unreadVideos(_ attachments: [Attachment]) -> [MediaWarning] {
        streams.enumerated().compactMap { index, stream in
            let parameters = stream.pointee.codecpar.pointee
            guard index != videoIndex, parameters.codec_type == AVMEDIA_TYPE_VIDEO,
                !attachments.contains(where: { $0.index == index })
            else { return nil }
            let isCover = stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
            return MediaWarning(
                .streamDropped,
                "stream \(index) (\(isCover ? "cover picture" : "video"), "
                    + "\(String(cString: avcodec_get_name(parameters.codec_id)))) is left out")
        }
    }

    /// The container's short name as the library has it, such as `mov,mp4,m4a,3gp,3g2,mj2`.
    var formatName: String { context.pointee.iformat.map { String(cString: $0.pointee.name) } ?? "" }

    /// Reads the next packet; `false` at the end.
    func read(into packet: UnsafeMutablePointer<AVPacket>) throws(MediaError) -> Bool {
        // Of a file that ends too early some demuxers tell a failed input, or sizes that no memory holds.
        let damage = [
            candelaErrorInvalidData, candelaError(EINVAL),
            hasInputFailed ? candelaErrorInvalidData : candelaError(EIO), candelaErrorNoMemory,
        ]
        var result = try call("av_read_frame", on: path, expecting: damage + [candelaErrorEnd]) {
            av_read_frame(context, packet)
        }
        if damage.contains(result) { result = candelaErrorInvalidData }
        if result == candelaErrorInvalidData, !hasRead, let error = indexComesLate { throw error }
        guard result != candelaErrorInvalidData else {
            throw MediaError(
                kind: .data, call: "av_read_frame", subject: path, code: result,
                problem: "the file is truncated or damaged", wayOut: "get a complete copy, or end earlier with --to")
        }
        if result == candelaErrorEnd, hasInputFailed, let error = context.pointee.pb?.pointee.error {
            throw MediaError(call: "read", subject: path, code: error, kind: .system)
        }
        hasRead = hasRead || result >= 0
        if result >= 0, let raw, let whole = Self.byteCount(of: raw), packet.pointee.size != whole {
            throw MediaError(
                kind: .data, call: "av_read_frame", subject: path,
                problem: "its last picture has \(packet.pointee.size) of the \(whole) bytes of "
                    + "\(raw.width)x\(raw.height) \(raw.layout.name)", wayOut: Self.wayOutOfRaw)
        }
        return result >= 0
    }

    /// Whether the operating system failed to read the file.
    private var hasInputFailed: Bool {
        guard let error = context.pointee.pb?.pointee.error else { return false }
        return error < 0 && error != candelaErrorEnd
    }

    /// Goes to the last key frame of the video at or before `ticks`.
    func seek(to ticks: Int64) throws(MediaError) {
        try call("av_seek_frame", on: path, kind: .data, wayOut: "read it from the start, without --from") {
            av_seek_frame(context, Int32(videoIndex), ticks, AVSEEK_FLAG_BACKWARD)
        }
    }

    /// Whether times may go back and ahead by the format's own rules, as in MPEG transport streams.
    var timesMayJump: Bool { (context.pointee.iformat?.pointee.flags ?? 0) & AVFMT_TS_DISCONT != 0 }

    /// Whether it can be read again from its start.
    var isSeekable: Bool { (context.pointee.pb?.pointee.seekable ?? 0) & AVIO_SEEKABLE_NORMAL != 0 }

    /// Goes to the first byte.
    func seekToStart() throws(MediaError) {
        try call("av_seek_frame", on: path, kind: .data, wayOut: "read it from the start, without --from") {
            av_seek_frame(context, Int32(videoIndex), 0, AVSEEK_FLAG_BYTE)
        }
    }

    private static func open(
        _ path: String, _ options: MediaReaderOptions
    ) throws(MediaError) -> UnsafeMutablePointer<AVFormatContext> {
        try requireFile(path, options.raw)
        // A path is a path, never an address; and what a playlist names must be a file too.
        let address = path == "-" ? "pipe:0" : "file:" + path
        let settings = Settings()
        settings["protocol_whitelist"] = "file,pipe"
        // The name of a picture is no pattern of many, whatever characters it has.
        settings["pattern_type"] = "none"
        var format: UnsafePointer<AVInputFormat>?
        if let raw = options.raw {
            format = try create("av_find_input_format", on: "rawvideo") { av_find_input_format("rawvideo") }
            settings["video_size"] = "\(raw.width)x\(raw.height)"
            settings["pixel_format"] = raw.layout.name
            settings["framerate"] = "\(raw.frameRate.value)/\(raw.frameRate.scale)"
        } else if ["yuv", "raw", "rgb"].contains((path as NSString).pathExtension.lowercased()) {
            throw MediaError(
                kind: .usage, call: "avformat_open_input", subject: path,
                problem: "a file without a header says nothing about its size, pixel format and rate",
                wayOut: "render it with --raw WIDTHxHEIGHT:FORMAT:RATE, or use y4m")
        }
        var context: UnsafeMutablePointer<AVFormatContext>?
        do {
            try opening(path) { () throws(MediaError) in
                try call("avformat_open_input", on: path) {
                    avformat_open_input(&context, address, format, &settings.raw)
                }
            }
        } catch {
            avformat_close_input(&context)
            if error.kind == .data, StillPicture.isHEIF(path) { throw StillPicture.refusal(of: path) }
            throw error.code == candelaError(EPERM) && isPlaylist(path) ? Self.refusal(ofPlaylist: path) : error
        }
        guard let context else {
            throw MediaError(call: "avformat_open_input", subject: path, code: candelaErrorUnknown)
        }
        return context
    }

    /// Runs what reads a file's header; sizes that no memory holds are the file's fault, not the machine's, and so is
    /// what demuxers tell as a failed input where the file can be read to its end.
    private static func opening(_ path: String, _ body: () throws(MediaError) -> Void) throws(MediaError) {
        do {
            try body()
        } catch {
            let isTooMuch = error.code == candelaErrorNoMemory
            let isShort = [candelaError(EIO), candelaErrorEnd].contains(error.code) && canReadEnd(of: path)
            guard isTooMuch || isShort else { throw error }
            throw MediaError(
                kind: .data, call: error.call, subject: path, code: error.code,
                problem: isTooMuch ? "it states sizes that memory cannot hold" : "the file is truncated or damaged",
                wayOut: isTooMuch ? "check that the file is complete and not damaged" : "get a complete copy")
        }
    }

    private static func streams(
        of context: UnsafeMutablePointer<AVFormatContext>
    ) -> [UnsafeMutablePointer<AVStream>] {
        (0..<Int(context.pointee.nb_streams)).compactMap { context.pointee.streams[$0] }
    }

    /// The first video track that is enabled, or the first one.
    private static func chooseVideo(
        _ streams: [UnsafeMutablePointer<AVStream>], path: String
    ) throws(MediaError) -> Int {
        let videos = streams.indices.filter {
            let stream = streams[$0].pointee
            return stream.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
                && stream.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
        }
        let enabled = videos.first { streams[$0].pointee.disposition & AV_DISPOSITION_DEFAULT != 0 }
        guard let chosen = enabled ?? videos.first else {
            let hasAudio = streams.contains { $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO }
            throw MediaError(
                kind: .data, call: "avformat_find_stream_info", subject: path,
                problem: hasAudio ? "it holds sound but no picture" : "it holds no video track",
                wayOut: "give a file with video")
        }
        return chosen
    }
}

/// Options on their way to the library.
final class Settings {
    var raw: OpaquePointer?

    deinit { av_dict_free(&raw) }

    subscript(name: String) -> String? {
        get { av_dict_get(raw, name, nil, 0).map { String(cString: $0.pointee.value) } }
        set { av_dict_set(&raw, name, newValue, 0) }
    }

    /// Names that nothing took.
    var leftOver: [String] { Self.pairs(of: raw).keys.sorted() }

    /// A dictionary of the library's.
    static func pairs(of dictionary: OpaquePointer?) -> [String: String] {
        var result: [String: String] = [:]
        var entry = av_dict_get(dictionary, "", nil, AV_DICT_IGNORE_SUFFIX)
        while let found = entry {
            result[String(cString: found.pointee.key)] = String(cString: found.pointee.value)
            entry = av_dict_get(dictionary, "", found, AV_DICT_IGNORE_SUFFIX)
        }
        return result
    }
}
