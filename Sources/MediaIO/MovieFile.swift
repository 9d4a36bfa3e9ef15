import Foundation
import Frames

/// The movie box of a mov or mp4 file: what the library neither reads nor writes, read and written by ourselves.
struct MovieFile {
    /// Where the movie box begins in the file.
    private let offset: Int
    /// Whether the file ends with it, so that it may grow.
    private let isLast: Bool
    private var bytes: [UInt8]

    /// A movie box is small; more than this is damage.
    private static let limit = 1 << 28

    /// Finds the movie box of an open, seekable file; `nil` when there is none.
    init?(descriptor: Int32) {
        var info = stat()
        guard fstat(descriptor, &info) == 0 else { return nil }
        let end = Int(info.st_size)
        var start = 0
        while start + 8 <= end {
            guard let header = Self.read(descriptor, at: start, count: min(16, end - start)) else { return nil }
            var count = Int(header.integer(at: 0, byteCount: 4))
            if count == 1, header.count == 16 { count = Int(clamping: header.integer(at: 8, byteCount: 8)) }
            if count == 0 { count = end - start }
            guard count >= 8, count <= end - start else { return nil }
            if Array(header[4..<8]) == Array("moov".utf8) {
                guard count <= Self.limit, let bytes = Self.read(descriptor, at: start, count: count) else {
                    return nil
                }
                (offset, isLast, self.bytes) = (start, start + count == end, bytes)
                return
            }
            start += count
        }
        return nil
    }

    /// The clean aperture of a track, by the track's number; `nil` when none is stated.
    func cleanAperture(ofTrack track: Int) -> CleanAperture? {
        guard let entry = sampleEntry(ofTrack: track)?.last,
            let box = Box.all(in: bytes, extensions(of: entry)).first(where: { $0.type == "clap" })
        else { return nil }
        return CleanAperture(body: bytes[box.body])
    }

    /// Adds a clean aperture to a track and makes its shown size `width` x `height`; `false` where there is no place.
    mutating func add(_ aperture: CleanAperture, toTrack track: Int, width: Int, height: Int) -> Bool {
        guard isLast, let trail = sampleEntry(ofTrack: track), let entry = trail.last,
            let header = Box.all(in: bytes, trail[1].body).first(where: { $0.type == "tkhd" })
        else { return false }
        // 16.16 fixed point, the last eight bytes of the track header.
        bytes.put(UInt32(width) << 16, at: header.end - 8)
        bytes.put(UInt32(height) << 16, at: header.end - 4)
        let end = Box.all(in: bytes, extensions(of: entry)).last?.end ?? extensions(of: entry).upperBound
        let box = aperture.box
        for parent in trail where parent.headerCount == 8 {
            bytes.put(UInt32(parent.byteCount + box.count), at: parent.start)
        }
        bytes.insert(contentsOf: box, at: end)
        return true
    }

    /// Writes the movie box back over the old one.
    func write(to file: OutputFile) throws(MediaError) {
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

    /// The boxes from the movie down to a track's first sample entry: moov, trak, mdia, minf, stbl, stsd, entry.
    private func sampleEntry(ofTrack track: Int) -> [Box]? {
        guard let movie = Box(in: bytes, at: 0, end: bytes.count) else { return nil }
        for trak in Box.all(in: bytes, movie.body) where trak.type == "trak" {
            guard number(ofTrack: trak) == track,
                let trail = Box.first(["mdia", "minf", "stbl", "stsd"], in: bytes, trak.body),
                let table = trail.last, table.body.count >= 8,
                let entry = Box(in: bytes, at: table.body.lowerBound + 8, end: table.end)
            else { continue }
            return [movie, trak] + trail + [entry]
        }
        return nil
    }

    private func number(ofTrack track: Box) -> Int? {
        guard let header = Box.all(in: bytes, track.body).first(where: { $0.type == "tkhd" }), header.body.count >= 24
        else { return nil }
        // Version 1 has 64-bit dates before the number.
        let isLong = bytes[header.body.lowerBound] == 1
        return Int(bytes.integer(at: header.body.lowerBound + (isLong ? 20 : 12), byteCount: 4))
    }

    /// A visual sample entry has 78 bytes of fields before its boxes.
    private func extensions(of entry: Box) -> Range<Int> {
        min(entry.body.lowerBound + 78, entry.end)..<entry.end
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
    /// What a demuxed mov or mp4 file states of a track's clean aperture.
    static func cleanAperture(ofTrack track: Int, in demuxer: Demuxer) -> CleanAperture? {
        guard demuxer.formatName.hasPrefix("mov"), demuxer.path != "-" else { return nil }
        let descriptor = open(demuxer.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return MovieFile(descriptor: descriptor)?.cleanAperture(ofTrack: track)
    }
}
