import Bitstreams
import Foundation
import Frames

/// The movie box of a mov or mp4 file: what the library neither reads nor writes, read and written by ourselves.
struct MovieFile {
    /// Where the movie box begins in the file.
    private let offset: Int
    /// Whether the file ends with it, so that it may grow.
    private let isLast: Bool
    private var movie: Box

    /// A movie box is small; more than this is damage.
    private static let limit = 1 << 28

    /// Finds the movie box of an open, seekable file; `nil` when there is none.
    init?(descriptor: Int32) {
        var info = stat()
        guard fstat(descriptor, &info) == 0 else { return nil }
        let end = Int(info.st_size)
        var start = 0
        while start + 8 <= end {
            guard let head = Self.read(descriptor, at: start, count: min(16, end - start)),
                let header = Box.Header(head[...], left: end - start), header.byteCount <= end - start
            else { return nil }
            if header.type == "moov" {
                guard header.byteCount <= Self.limit,
                    let bytes = Self.read(descriptor, at: start, count: header.byteCount),
                    let movie = try? Box(bytes)
                else { return nil }
                (offset, isLast, self.movie) = (start, start + header.byteCount == end, movie)
                return
            }
            start += header.byteCount
        }
        return nil
    }

    /// Its tracks.
    var tracks: [Box] { movie.all("trak") }

    /// The first box down a path of types.
    func box(_ path: [BoxType]) -> Box? {
        path.reduce(Optional(movie)) { $0?[$1] }
    }

    /// The boxes of a type that a track's first kind of samples has.
    func extensionBoxes(_ type: BoxType, ofTrack number: Int) -> [Box] {
        guard let track = tracks.first(where: { Self.number(of: $0) == number }) else { return [] }
        return track.first("mdia", "minf", "stbl", "stsd")?.children?.first?.all(type) ?? []
    }

    /// Puts boxes in the place of all of a type that a track's first kind of samples has; `false` where there is no such
    /// track, or the file goes on behind the movie box.
    mutating func replace(_ type: BoxType, by boxes: [Box], ofTrack number: Int) -> Bool {
        let isDone = change(number) { track in
            track.change(["mdia", "minf", "stbl", "stsd"]) { table in
                guard table.children?.isEmpty == false else { return }
                table.children?[0].replace(type, by: boxes)
            }
        }
        return isDone && extensionBoxes(type, ofTrack: number) == boxes
    }

    /// Makes the size at which a track is shown `width` x `height`; `false` where there is no place.
    mutating func setShownSize(width: Int, height: Int, ofTrack number: Int) -> Bool {
        change(number) { track in
            track.change(["tkhd"]) { header in
                // 16.16 fixed point, the last eight bytes of the track header.
                header.fields.put(UInt64(width) << 16, at: header.fields.count - 8, byteCount: 4)
                header.fields.put(UInt64(height) << 16, at: header.fields.count - 4, byteCount: 4)
            }
        }
    }

    /// Writes the movie box back over the old one.
    func write(to file: OutputFile) throws(MediaError) {
        let bytes = movie.bytes
        var done = 0
        while done < bytes.count {
            let (written, code) = OutputFile.unsignalled {
                bytes.withUnsafeBytes {
                    pwrite(file.descriptor, $0.baseAddress! + done, $0.count - done, off_t(offset + done))
                }
            }
            guard written > 0 else { throw MediaError(system: code, call: "pwrite", subject: file.path) }
            done += written
        }
    }

    /// Changes the movie box itself; `false` where the file goes on behind it.
    mutating func change(_ body: (inout Box) -> Void) -> Bool {
        guard isLast else { return false }
        body(&movie)
        return true
    }

    /// Changes the track of a number; `false` where there is none, or the file goes on behind the movie box.
    mutating func change(_ number: Int, _ body: (inout Box) -> Bool) -> Bool {
        guard isLast, var boxes = movie.children, let index = boxes.firstIndex(where: { Self.number(of: $0) == number })
        else { return false }
        movie.children = nil
        defer { movie.children = boxes }
        return body(&boxes[index])
    }

    /// The number in the header of a track; `nil` for other boxes, and for a header that is cut short.
    static func number(of track: Box) -> Int? {
        guard track.type == "trak", let header = track["tkhd"]?.fields, header.count >= 24 else { return nil }
        // Version 1 has 64-bit dates before the number.
        return header.integer(at: header[0] == 1 ? 20 : 12, byteCount: 4).map { Int($0) }
    }

    private static func read(_ descriptor: Int32, at offset: Int, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let got = bytes.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress! + done, count - done, off_t(offset + done))
            }
            guard got > 0 else { return nil }
            done += got
        }
        return bytes
    }
}

extension MovieFile {
    /// The movie box of a demuxed mov or mp4 file; `nil` for other files, and for pipes, which cannot be read twice.
    init?(_ demuxer: Demuxer) {
        guard demuxer.formatName.hasPrefix("mov"), Demuxer.isRegular(demuxer.path) else { return nil }
        let descriptor = open(demuxer.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        self.init(descriptor: descriptor)
    }
}
