import CFFmpeg
import Frames

/// A named part of a file.
public struct Chapter: Hashable, Sendable {
    public var start: MediaTime
    public var end: MediaTime
    /// Its tags, such as `title`.
    public var metadata: [String: String]

    public init(start: MediaTime, end: MediaTime, metadata: [String: String]) {
        (self.start, self.end, self.metadata) = (start, end, metadata)
    }

    /// The chapters of an opened file.
    static func all(of context: AVFormatContext) -> [Chapter] {
        (0..<Int(context.nb_chapters)).compactMap { index in
            guard let chapter = context.chapters[index]?.pointee else { return nil }
            return Chapter(
                start: MediaTime(ticks: chapter.start, base: chapter.time_base),
                end: MediaTime(ticks: chapter.end, base: chapter.time_base),
                metadata: Settings.pairs(of: chapter.metadata))
        }
    }

    /// The part of the chapter inside a span whose beginning becomes 0; `nil` where none is.
    func cut(from origin: MediaTime?, to end: MediaTime?) -> Chapter? {
        let first = origin.map { max(start, $0) } ?? start
        let last = end.map { min(self.end, $0) } ?? self.end
        guard first < last else { return nil }
        return Chapter(
            start: first - (origin ?? .zero), end: last - (origin ?? .zero), metadata: metadata)
    }

    /// Gives chapters to a file that is about to be written; the file owns them from here on.
    static func write(
        _ chapters: [Chapter], to context: UnsafeMutablePointer<AVFormatContext>, subject: String
    ) throws(MediaError) {
        let stride = MemoryLayout<UnsafeMutablePointer<AVChapter>?>.stride
        let list = try create("av_calloc", on: subject) { av_calloc(max(chapters.count, 1), stride) }
        context.pointee.chapters = list.assumingMemoryBound(to: UnsafeMutablePointer<AVChapter>?.self)
        for (index, chapter) in chapters.enumerated() {
            let memory = try create("av_mallocz", on: subject) { av_mallocz(MemoryLayout<AVChapter>.size) }
            let raw = memory.assumingMemoryBound(to: AVChapter.self)
            raw.pointee.id = Int64(index)
            raw.pointee.time_base = AVRational(num: 1, den: 1_000_000)
            raw.pointee.start = chapter.start.ticks(base: raw.pointee.time_base).count
            raw.pointee.end = chapter.end.ticks(base: raw.pointee.time_base).count
            for (name, value) in chapter.metadata { av_dict_set(&raw.pointee.metadata, name, value, 0) }
            context.pointee.chapters[index] = raw
            context.pointee.nb_chapters = UInt32(index + 1)
        }
    }
}
