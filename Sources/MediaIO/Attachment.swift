import Bitstreams
import CFFmpeg
import Frames

/// A file inside a file: a cover picture, or a font that subtitles ask for.
public struct Attachment: Hashable, Sendable {
    /// Its stream's index in the input.
    public var index: Int
    /// Whether it is a picture that stands for the whole, rather than a file.
    public var isCover: Bool
    /// Its name with an ending, such as `cover.jpg`.
    public var name: String
    /// What it is, such as `image/jpeg`.
    public var mediaType: String
    public var data: [UInt8]
    /// Its tags, such as `title`.
    public var metadata: [String: String]
    let codec: AVCodecID

    /// The attachments of an opened file.
    static func all(of demuxer: Demuxer) -> [Attachment] {
        demuxer.streams.enumerated().compactMap { index, stream in
            guard index != demuxer.videoIndex else { return nil }
            let parameters = stream.pointee.codecpar.pointee
            switch parameters.codec_type {
            case AVMEDIA_TYPE_ATTACHMENT: return file(index, stream.pointee, parameters)
            case AVMEDIA_TYPE_VIDEO: return cover(index, stream.pointee, parameters)
            default: return nil
            }
        }
    }

    private static func file(_ index: Int, _ stream: AVStream, _ parameters: AVCodecParameters) -> Attachment? {
        guard let bytes = parameters.extradata, parameters.extradata_size > 0 else { return nil }
        let tags = Settings.pairs(of: stream.metadata)
        return Attachment(
            index: index, isCover: false, name: tags["filename"] ?? "attachment\(index)",
            mediaType: tags["mimetype"] ?? "application/octet-stream",
            data: Array(UnsafeBufferPointer(start: bytes, count: Int(parameters.extradata_size))),
            metadata: tags, codec: parameters.codec_id)
    }

    private static func cover(_ index: Int, _ stream: AVStream, _ parameters: AVCodecParameters) -> Attachment? {
        guard stream.disposition & AV_DISPOSITION_ATTACHED_PIC != 0,
            stream.disposition & AV_DISPOSITION_TIMED_THUMBNAILS == 0,
            let kind = kinds.first(where: { $0.codec == parameters.codec_id }), let bytes = stream.attached_pic.data,
            stream.attached_pic.size > 0
        else { return nil }
        let tags = Settings.pairs(of: stream.metadata)
        return Attachment(
            index: index, isCover: true, name: tags["filename"] ?? "cover.\(kind.ending)", mediaType: kind.mediaType,
            data: Array(UnsafeBufferPointer(start: bytes, count: Int(stream.attached_pic.size))), metadata: tags,
            codec: parameters.codec_id)
    }

    /// The number that mov and mp4 give a picture of this kind; `nil` where they have none.
    var movieKind: UInt32? { Self.kinds.first { $0.codec == codec }?.movieKind }

    /// What it is, for people.
    var words: String { isCover ? "cover picture" : "attached file" }

    private static let kinds: [(codec: AVCodecID, ending: String, mediaType: String, movieKind: UInt32?)] = [
        (AV_CODEC_ID_MJPEG, "jpg", "image/jpeg", 13), (AV_CODEC_ID_PNG, "png", "image/png", 14),
        (AV_CODEC_ID_BMP, "bmp", "image/bmp", 27), (AV_CODEC_ID_GIF, "gif", "image/gif", nil),
        (AV_CODEC_ID_WEBP, "webp", "image/webp", nil), (AV_CODEC_ID_TIFF, "tiff", "image/tiff", nil),
    ]

    /// The same without what cameras write into pictures beside the pixels, which may be where they were taken.
    var withoutLocation: Attachment {
        var other = self
        switch (mediaType, Array(data.prefix(2))) {
        case (_, [0xff, 0xd8]): other.data = Self.jpegWithoutNotes(data)
        case (_, [0x89, 0x50]): other.data = Self.pngWithoutNotes(data)
        default: break
        }
        other.metadata = metadata.filter { !LocationTags.contains($0.key) }
        return other
    }

    /// A JPEG file without its APP1 segments, which hold Exif and XMP.
    private static func jpegWithoutNotes(_ data: [UInt8]) -> [UInt8] {
        var (result, place) = (Array(data.prefix(2)), 2)
        while place + 4 <= data.count, data[place] == 0xff, data[place + 1] != 0xda {
            let count = 2 + Int(data[place + 2]) << 8 + Int(data[place + 3])
            guard count >= 4, place + count <= data.count else { break }
            if data[place + 1] != 0xe1 { result += data[place..<place + count] }
            place += count
        }
        return result + data[place...]
    }

    /// A PNG file without its chunks of Exif and of text, where XMP stands.
    private static func pngWithoutNotes(_ data: [UInt8]) -> [UInt8] {
        var (result, place) = (Array(data.prefix(8)), 8)
        while let count = data.integer(at: place, byteCount: 4), let type = data.integer(at: place + 4, byteCount: 4),
            place + 12 + Int(count) <= data.count
        {
            let isNote = ["eXIf", "tEXt", "zTXt", "iTXt"].contains { BoxType($0).code == UInt32(type) }
            if !isNote { result += data[place..<place + 12 + Int(count)] }
            place += 12 + Int(count)
        }
        return result + data[min(place, data.count)...]
    }
}
