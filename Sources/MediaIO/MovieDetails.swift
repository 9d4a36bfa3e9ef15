import Bitstreams
import CFFmpeg

/// What a mov or mp4 file says of itself and of its tracks that the library does not read, kept to be written again.
public struct MovieDetails: Hashable, Sendable {
    /// The file's tags under names of their own, each with its values as they are stored.
    var tags = KeyedTags()
    /// What each track says, by its number.
    var tracks: [Int: Track] = [:]

    /// What one track says.
    struct Track: Hashable, Sendable {
        /// Its name for people, from `udta`.
        var title: String?
        /// Its language as in BCP 47.
        var extendedLanguage: Box?
        /// Tags of its own.
        var tags: KeyedTags?
        /// Lists of other tracks' numbers, by what they are to it.
        var references: [Box] = []
        /// Who reads its samples, what they are, and what else its media says.
        var handler: Box?
        var header: Box?
        var descriptions: Box?

        /// Whether its samples state places.
        var statesLocation: Bool {
            guard let bytes = descriptions?.bytes else { return false }
            // Sample entries of cameras that note where they are, and the key that QuickTime's timed tags have.
            let words = ["com.apple.quicktime.location", "gpmd", "camm"].map { Array($0.utf8) }
            return words.contains { bytes.firstRange(of: $0) != nil }
        }
    }

    init() {}

    /// Reads them of a demuxed file; `nil` for other files than mov and mp4.
    init?(_ demuxer: Demuxer) {
        guard let movie = MovieFile(demuxer) else { return nil }
        for place in [[BoxType]](arrayLiteral: ["meta"], ["udta", "meta"]) {
            guard let box = movie.box(place), let found = KeyedTags(box) else { continue }
            tags.items += found.items
        }
        for box in movie.tracks {
            guard let number = MovieFile.number(of: box) else { continue }
            var track = Track()
            track.title = box.first("udta", "name").flatMap(Self.title)
            track.extendedLanguage = box.first("mdia", "elng")
            track.tags = box["meta"].flatMap(KeyedTags.init)
            track.references = box["tref"]?.children ?? []
            track.handler = box.first("mdia", "hdlr")
            track.header = ["gmhd", "nmhd", "sthd"].lazy.compactMap { box.first("mdia", "minf", $0) }.first
            track.descriptions = box.first("mdia", "minf", "stbl", "stsd")
            tracks[number] = track
        }
    }

    /// The text of a track's name, which some writers give a version and a language.
    private static func title(_ box: Box) -> String? {
        var text = box.fields[...]
        if text.integer(at: 0, byteCount: 4) == 0 { text = text.dropFirst(4) }
        let words = String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
        return words.isEmpty ? nil : words
    }
}

extension KeyedTags {
    /// The tags without those that say where a file was made.
    var withoutLocation: KeyedTags { KeyedTags(items: items.filter { !LocationTags.contains($0.name) }) }
}

/// Tags that say where something was recorded.
enum LocationTags {
    /// Whether a tag of this name does.
    static func contains(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["location", "gps", "geotag", "latitude", "longitude", "iso6709"].contains { name.contains($0) }
            || name == "xyz"
    }
}
