import Bitstreams
import Foundation

// Tags of the whole file.
extension CarriedBoxes {
    func putTags(into movie: inout MovieFile) -> Bool {
        let (named, place, covers) = (named, location, settings.attachments.filter(\.isCover))
        guard !named.items.isEmpty || place != nil || !covers.isEmpty else { return true }
        return movie.change { movie in
            if !named.items.isEmpty { movie.replace("meta", by: [named.box(isQuickTime: container == .mov)]) }
            guard container == .mp4, place != nil || !covers.isEmpty else { return }
            if movie["udta"] == nil { movie.replace("udta", by: [Box("udta", children: [])]) }
            movie.change(["udta"]) { user in
                if let place {
                    // The library's own way is 3GPP's, which rounds, and phones do not read.
                    user.replace("loci", by: [])
                    user.replace(Self.place, by: [Box(Self.place, Self.text(place))])
                }
                Self.put(covers, into: &user)
            }
        }
    }

    /// Tags under names of their own: the source's as they were, then what the library has no box for.
    private var named: KeyedTags {
        var tags = settings.details?.tags ?? KeyedTags()
        if settings.stripsLocation { tags = tags.withoutLocation }
        tags.items.removeAll { Muxer.describesMaking($0.name) || $0.name == Self.artwork }
        var known = Set(tags.items.map(\.name))
        for (name, value) in settings.metadata.sorted(by: { $0.key < $1.key })
        where !Self.isKnown(name, container) && !Muxer.describesMaking(name) && known.insert(name).inserted {
            guard !Self.isRepeated(name, in: settings.metadata) else { continue }
            tags.items.append(.init(name: name, text: value))
        }
        if container == .mov {
            for cover in settings.attachments where cover.isCover {
                guard let kind = cover.movieKind else { continue }
                tags.items.append(.init(name: Self.artwork, kind: kind, cover.data))
            }
        }
        return tags
    }

    private static let artwork = "com.apple.quicktime.artwork"

    /// Whether a tag says in a language what another says in none, such as `title-eng`; places are the same in all.
    static func isRepeated(_ name: String, in metadata: [String: String]) -> Bool {
        guard let dash = name.lastIndex(of: "-"), name[dash...].count == 4,
            let plain = metadata[String(name[..<dash])]
        else { return false }
        return plain == metadata[name] || name.hasPrefix("location")
    }

    /// Whether the library has a box for a tag, or makes a track of it.
    private static func isKnown(_ name: String, _ container: MediaContainer) -> Bool {
        let name = name.lowercased()
        return ["creation_time", "timecode", "location"].contains(name)
            || (container == .mov ? inMOV : inMP4).contains(name)
    }

    private static let inMOV: Set = [
        "artist", "title", "author", "album", "date", "encoder", "comment", "genre", "copyright", "make", "model",
        "keywords",
    ]
    private static let inMP4: Set = [
        "title", "artist", "album_artist", "composer", "album", "date", "comment", "genre", "copyright", "grouping",
        "lyrics", "description", "synopsis", "show", "episode_id", "network", "keywords", "episode_sort",
        "season_number", "media_type", "hd_video", "gapless_playback", "compilation", "track", "disc",
    ]

    /// Where it was recorded, by ISO 6709, for the box that phones read in mp4.
    private var location: String? {
        guard container == .mp4 else { return nil }
        return settings.metadata["location"] ?? settings.metadata["LOCATION"]
            ?? settings.metadata["com.apple.quicktime.location.ISO6709"]
    }

    private static let place = BoxType("\u{a9}xyz")

    /// A text of QuickTime's user data, in English.
    private static func text(_ text: String) -> [UInt8] {
        let words = Array(text.utf8.prefix(0xffff))
        var fields: [UInt8] = []
        fields.append(UInt64(words.count), byteCount: 2)
        fields.append(0x15c7, byteCount: 2)
        return fields + words
    }

    /// Puts covers where players of mp4 look for them.
    private static func put(_ covers: [Attachment], into user: inout Box) {
        let values = covers.compactMap { cover in
            cover.movieKind.map { KeyedTags.Item.value(kind: $0, cover.data).bytes }
        }
        guard !values.isEmpty else { return }
        if user["meta"] == nil {
            var handler: [UInt8] = [0, 0, 0, 0]
            handler += Array("mdirappl".utf8) + [UInt8](repeating: 0, count: 9)
            user.replace(
                "meta",
                by: [
                    Box(
                        "meta", fields: [0, 0, 0, 0],
                        children: [Box("hdlr", version: 0, handler), Box("ilst", [])])
                ])
        }
        user.change(["meta", "ilst"]) { $0.fields += Box("covr", values.flatMap { $0 }).bytes }
    }
}
