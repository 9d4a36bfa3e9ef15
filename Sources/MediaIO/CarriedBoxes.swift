import Bitstreams
import CFFmpeg

/// What a finished movie has to say of what it carries beside its pictures, and the library does not write.
struct CarriedBoxes {
    let settings: MediaWriterSettings
    let container: MediaContainer
    /// The output's number of each track of the source, by the source's number, and the stream behind it.
    let numbers: [Int: Int]
    /// The output's number of each copied stream's track, by the stream's index in the source.
    let copied: [Int: Int]
    let videoNumber: Int

    private var isQuickTime: Bool { container == .mov }

    /// Puts them into a movie that ends its file; `false` where there is no place.
    func put(into movie: inout MovieFile) -> Bool {
        var isWhole = put(
            settings.details?.tracks[settings.sourceTrackNumber], settings.trackMetadata, 0, "video",
            into: &movie, track: videoNumber)
        for stream in settings.copiedStreams {
            guard let number = copied[stream.index] else { continue }
            let isDone = put(
                settings.details?.tracks[stream.trackNumber], stream.metadata, stream.disposition, stream.type,
                into: &movie, track: number)
            isWhole = isWhole && isDone
        }
        return putTags(into: &movie) && isWhole
    }

    // MARK: Tracks

    private func put(
        _ source: MovieDetails.Track?, _ metadata: [String: String], _ disposition: Int32, _ type: String,
        into movie: inout MovieFile, track number: Int
    ) -> Bool {
        movie.change(number) { track in
            putLanguage(metadata["language"], source?.extendedLanguage, into: &track)
            if isQuickTime { Self.putKinds(disposition, into: &track) }
            if type == "subtitle" { Self.setEnabled(disposition & AV_DISPOSITION_DEFAULT != 0, &track) }
            guard let source else { return true }
            putReferences(source.references, into: &track)
            if var tags = source.tags {
                if settings.stripsLocation { tags = tags.withoutLocation }
                if !tags.items.isEmpty { track.replace("meta", by: [tags.box(isQuickTime: isQuickTime)]) }
            }
            return type != "data" || putSamples(of: source, into: &track)
        }
    }

    /// QuickTime's numbers of languages are few; the three letters of ISO 639-2, packed, stand for the others.
    private func putLanguage(_ language: String?, _ extended: Box?, into track: inout Box) {
        track.change(["mdia"]) { media in
            media.change(["mdhd"]) { header in
                let place = header.fields.first == 1 ? 32 : 20
                let letters = (language ?? "").utf8.map { UInt64($0) }
                guard letters.count == 3, letters.allSatisfy({ (0x61...0x7a).contains($0) }),
                    header.fields.integer(at: place, byteCount: 2) == 0x7fff
                else { return }
                header.fields.put(letters.reduce(0) { $0 << 5 | ($1 - 0x60) }, at: place, byteCount: 2)
            }
            guard let extended, let place = media.children?.firstIndex(where: { $0.type == "mdhd" }) else { return }
            media.children?.insert(extended, at: place + 1)
        }
    }

    /// What a track is for, in the words that mp4 has for it.
    private static func putKinds(_ disposition: Int32, into track: inout Box) {
        let kinds = kinds.filter { disposition & $0.disposition != 0 }.map { kind in
            Box("kind", version: 0, Array(scheme.utf8) + [0] + Array(kind.name.utf8) + [0])
        }
        guard !kinds.isEmpty else { return }
        if track["udta"] == nil { track.replace("udta", by: [Box("udta", children: [])]) }
        track.change(["udta"]) { $0.replace("kind", by: kinds) }
    }

    private static let scheme = "urn:mpeg:dash:role:2011"
    /// Roles of MPEG-DASH (ISO/IEC 23009-1, 5.8.5.5).
    private static let kinds: [(disposition: Int32, name: String)] = [
        (AV_DISPOSITION_HEARING_IMPAIRED | AV_DISPOSITION_CAPTIONS, "caption"),
        (AV_DISPOSITION_COMMENT, "commentary"),
        (AV_DISPOSITION_VISUAL_IMPAIRED | AV_DISPOSITION_DESCRIPTIONS, "description"),
        (AV_DISPOSITION_DUB, "dub"), (AV_DISPOSITION_FORCED, "forced-subtitle"),
    ]
    /// Every role that mov and mp4 can state.
    static let dispositions = kinds.reduce(AV_DISPOSITION_DEFAULT) { $0 | $1.disposition }

    /// Whether players show a track without being asked.
    private static func setEnabled(_ isEnabled: Bool, _ track: inout Box) {
        track.change(["tkhd"]) { header in
            guard let flags = header.fields.integer(at: 3, byteCount: 1) else { return }
            header.fields.put(isEnabled ? flags | 1 : flags & ~1, at: 3, byteCount: 1)
        }
    }

    /// References to tracks that are there too; those of chapters and time codes are the library's.
    private func putReferences(_ references: [Box], into track: inout Box) {
        let kept = references.compactMap { reference -> Box? in
            guard !["chap", "tmcd", "hint"].contains(reference.type) else { return nil }
            let numbers = stride(from: 0, to: reference.fields.count, by: 4).compactMap { place in
                reference.fields.integer(at: place, byteCount: 4).flatMap { self.numbers[Int($0)] }
            }
            guard !numbers.isEmpty else { return nil }
            var fields: [UInt8] = []
            for number in numbers { fields.append(UInt64(number), byteCount: 4) }
            return Box(reference.type, fields)
        }
        guard !kept.isEmpty else { return }
        let others = (track["tref"]?.children ?? []).filter { box in !kept.contains { $0.type == box.type } }
        track.replace("tref", by: [Box("tref", children: others + kept)])
    }

    /// What the samples of a track of data are, which the library does not know; `false` where there is no place.
    private func putSamples(of source: MovieDetails.Track, into track: inout Box) -> Bool {
        guard let handler = source.handler, let descriptions = source.descriptions else { return false }
        // QuickTime's header of what is neither picture nor sound, and that of ISO/IEC 14496-12.
        let plain = Box("nmhd", version: 0, [])
        let header = isQuickTime ? source.header ?? plain : plain
        return track.change(["mdia"]) { media in
            media.replace("hdlr", by: [handler])
            media.change(["minf"]) { info in
                info.children?.removeAll { ["gmhd", "nmhd", "vmhd", "smhd"].contains($0.type) }
                info.children?.insert(header, at: 0)
                info.change(["stbl"]) { $0.replace("stsd", by: [descriptions]) }
            }
        }
    }
}
