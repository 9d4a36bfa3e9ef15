import CFFmpeg

// What of tags and roles a container has no place for.
extension Muxer {
    /// Names the tags and the roles of tracks that the container cannot hold.
    func warnOfLostTags(_ settings: MediaWriterSettings, canBePutRight: Bool) {
        let tags = settings.metadata.keys.filter { !Self.describesMaking($0) }.sorted()
        if !holdsTags {
            guard container != .null, !tags.isEmpty else { return }
            lose("\(container.rawValue) cannot hold tags; \(tags.joined(separator: ", ")) are left out")
            return
        }
        if container.isMovie {
            let video = Self.lostInMovies(settings.trackMetadata)
            if !video.isEmpty { loseTags(video, of: "the video") }
        }
        for copied in settings.copiedStreams where copiedIndices[copied.index] != nil {
            if container.isMovie {
                let lost = Self.lostInMovies(copied.metadata)
                if !lost.isEmpty { loseTags(lost, of: "stream \(copied.index) of the input") }
            }
            let roles = Self.roles.filter { copied.disposition & $0.disposition & ~keptRoles(canBePutRight) != 0 }
            guard !roles.isEmpty else { continue }
            lose(
                "\(container.rawValue) cannot say that stream \(copied.index) of the input is "
                    + roles.map(\.words).joined(separator: " and ") + "; mkv can")
        }
    }

    private func lose(_ sentence: String) { warnings.append(MediaWarning(.notTagged, sentence)) }

    private func loseTags(_ names: [String], of subject: String) {
        lose(
            "\(container.rawValue) has no place for tags of a track; \(names.joined(separator: ", ")) of \(subject) "
                + "\(names.count == 1 ? "is" : "are") left out; mkv can hold them")
    }

    /// Tags of a track that movies hold neither by the library nor by us.
    private static func lostInMovies(_ tags: [String: String]) -> [String] {
        let kept: Set = ["language", "handler_name", "title", "creation_time", "timecode", "rotate", "reel_name"]
        return tags.keys.filter { !kept.contains($0.lowercased()) && !describesMaking($0) }.sorted()
    }

    /// The roles of tracks that the container can state.
    private func keptRoles(_ canBePutRight: Bool) -> Int32 {
        switch container {
        case .mp4: CarriedBoxes.dispositions
        case .mov: canBePutRight ? CarriedBoxes.dispositions : AV_DISPOSITION_DEFAULT
        case .matroska:
            AV_DISPOSITION_FORCED | AV_DISPOSITION_HEARING_IMPAIRED | AV_DISPOSITION_VISUAL_IMPAIRED
                | AV_DISPOSITION_DESCRIPTIONS | AV_DISPOSITION_ORIGINAL | AV_DISPOSITION_COMMENT
        case .webm: AV_DISPOSITION_FORCED
        case .nut:
            AV_DISPOSITION_DUB | AV_DISPOSITION_ORIGINAL | AV_DISPOSITION_COMMENT | AV_DISPOSITION_LYRICS
                | AV_DISPOSITION_KARAOKE
        case .raw, .y4m, .null: 0
        }
    }

    private static let roles: [(disposition: Int32, words: String)] = [
        (AV_DISPOSITION_FORCED, "forced"), (AV_DISPOSITION_COMMENT, "a commentary"),
        (AV_DISPOSITION_DUB, "dubbed"), (AV_DISPOSITION_ORIGINAL, "the original language"),
        (AV_DISPOSITION_HEARING_IMPAIRED, "for those who do not hear well"),
        (AV_DISPOSITION_VISUAL_IMPAIRED, "for those who do not see well"),
        (AV_DISPOSITION_LYRICS, "lyrics"), (AV_DISPOSITION_KARAOKE, "karaoke"),
    ]
}

extension MediaWriterSettings {
    /// The same without what says where the source was recorded. Streams that say it are left out by the container.
    var withoutLocation: MediaWriterSettings {
        var other = self
        func without(_ tags: [String: String]) -> [String: String] { tags.filter { !LocationTags.contains($0.key) } }
        (other.metadata, other.trackMetadata) = (without(metadata), without(trackMetadata))
        other.attachments = attachments.map(\.withoutLocation)
        for index in chapters.indices { other.chapters[index].metadata = without(chapters[index].metadata) }
        return other
    }
}
