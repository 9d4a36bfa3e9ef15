import Bitstreams
import CFFmpeg
import Foundation

extension Demuxer {
    /// Video packets that the file's tables promise, as far as they have been read; 0 where it has none.
    var promisedPackets: Int {
        guard formatName.hasPrefix("mov") else { return 0 }
        return Int(avformat_index_get_entries_count(video))
    }

    /// Pictures that the file holds and an edit list does not show: those left out, and those that are only decoded.
    var hiddenPackets: Int {
        let (stated, kept) = (Int(video.pointee.nb_frames), promisedPackets)
        // Of a fragmented file, only a part of the table has been read.
        guard kept > 0, stated >= kept else { return 0 }
        let shown = (0..<kept).count { index in
            guard let entry = avformat_index_get_entry(video, Int32(index)) else { return false }
            return entry.pointee.flags & AVINDEX_DISCARD_FRAME == 0
        }
        return stated - shown
    }

    /// Whether the file is shorter than its own header says: Matroska's segment.
    var isCutShort: Bool {
        guard path != "-", let size = fileByteCount else { return false }
        if formatName.hasPrefix("matroska") { return segmentEnd.map { size < $0 } ?? false }
        return false
    }

    /// The error of a mov or mp4 file whose table of samples follows them, where its data cannot be gone back to;
    /// `nil` where it can.
    var indexComesLate: MediaError? {
        guard formatName.hasPrefix("mov"), let input = context.pointee.pb,
            input.pointee.seekable & AVIO_SEEKABLE_NORMAL == 0
        else { return nil }
        return MediaError(
            kind: .data, call: "av_read_frame", subject: path,
            problem: "its index comes after its pictures, and a pipe cannot be read backwards",
            wayOut: "give the file itself, or send one with the index first (faststart), a fragmented one, or Matroska")
    }

    private var fileByteCount: Int? { Self.byteCount(ofFile: path) }

    /// The size of a regular file; `nil` of anything else.
    private static func byteCount(ofFile path: String) -> Int? {
        var info = stat()
        guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(info.st_size)
    }

    /// Whether the last byte of a regular file can be read.
    static func canReadEnd(of path: String) -> Bool {
        guard let size = byteCount(ofFile: path), size > 0, let file = FileHandle(forReadingAtPath: path) else {
            return false
        }
        defer { try? file.close() }
        guard (try? file.seek(toOffset: UInt64(size - 1))) != nil else { return false }
        return (try? file.read(upToCount: 1))?.count == 1
    }

    /// Where a Matroska file's segment ends; `nil` when its size is left open.
    private var segmentEnd: Int? {
        guard let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: 4096) else {
            return nil
        }
        let bytes = [UInt8](data)
        var position = 0
        while position + 12 <= bytes.count {
            guard let (count, next) = Self.size(in: bytes, at: position + 4) else { return nil }
            let id = bytes.integer(at: position, byteCount: 4)
            if id == 0x1853_8067 { return count.map { next + $0 } }
            // Only the header comes before the segment.
            guard id == 0x1A45_DFA3, let count else { return nil }
            position = next + count
        }
        return nil
    }

    /// An EBML element's size, `nil` inside when unknown, and where its content begins.
    private static func size(in bytes: [UInt8], at start: Int) -> (count: Int?, next: Int)? {
        guard start < bytes.count, bytes[start] != 0 else { return nil }
        let length = bytes[start].leadingZeroBitCount + 1
        guard let number = bytes.integer(at: start, byteCount: length) else { return nil }
        let mask = (UInt64(1) << UInt64(7 * length)) - 1
        let value = number & mask
        return (value == mask ? nil : Int(value), start + length)
    }
}
