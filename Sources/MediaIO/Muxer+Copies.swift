import CFFmpeg
import Frames

// Streams that are carried over.
extension Muxer {
    /// Adds streams to be copied; those that the container cannot hold are named in warnings.
    ///
    /// `canBePutRight` says that the finished file can be changed, as mov and mp4 files can.
    func addCopies(_ settings: MediaWriterSettings, canBePutRight: Bool) throws(MediaError) {
        var dropped: [CopiedStream] = []
        for copied in settings.copiedStreams {
            if settings.stripsLocation, settings.details?.tracks[copied.trackNumber]?.statesLocation == true {
                warn("stream \(copied.index) of the input (\(copied.words)) states places; it is left out")
                continue
            }
            switch try carriage(of: copied, in: container, settings, canBePutRight: canBePutRight) {
            case .none:
                if !isCarriedAsTag(copied, settings) { dropped.append(copied) }
            case .copied: try add(copied, settings, converted: nil)
            case .converted(let codec):
                let converter = try SubtitleConverter(copied, to: codec, subject: subject)
                try add(copied, settings, converted: converter)
                warnOfLostStyle(copied, codec)
            }
        }
        let hasSound = settings.copiedStreams.contains { $0.type == "audio" && copiedIndices[$0.index] != nil }
        for copied in dropped {
            let isSilent = copied.type == "audio" && !hasSound
            warn(
                "\(container.rawValue) cannot hold stream \(copied.index) of the input (\(copied.words)); it is left out"
                    + (isSilent ? ", and the output has no sound" : "")
                    + (try wayOut(for: copied, settings, isPiped: !canBePutRight)))
        }
    }

    /// The boxes that the finished movie is to be given.
    func carriedBoxes(_ settings: MediaWriterSettings) -> CarriedBoxes {
        var (numbers, copied) = ([settings.sourceTrackNumber: videoTrackNumber], [Int: Int]())
        for stream in settings.copiedStreams {
            guard let index = copiedIndices[stream.index] else { continue }
            numbers[stream.trackNumber] = Int(index) + 1
            copied[stream.index] = Int(index) + 1
        }
        return CarriedBoxes(
            settings: settings, container: container, numbers: numbers, copied: copied, videoNumber: videoTrackNumber)
    }

    /// Adds chapters, or says that the container has none.
    func add(_ chapters: [Chapter]) throws(MediaError) {
        guard !chapters.isEmpty else { return }
        guard holdsTags else {
            warn("\(container.rawValue) cannot hold chapters; they are left out; mov, mp4 and mkv can")
            return
        }
        try Chapter.write(chapters, to: context, subject: subject)
    }

    /// Adds covers and files where the container has a place for them; the others are named in warnings.
    func add(_ attachments: [Attachment], canBePutRight: Bool) throws(MediaError) {
        for attachment in attachments {
            if container == .matroska {
                try add(attachment)
            } else if !(attachment.isCover && attachment.movieKind != nil && canBePutRight) {
                let isKind = attachment.isCover && attachment.movieKind != nil
                warn(
                    "\(container.rawValue) cannot hold \(attachment.name) (\(attachment.words)); it is left out; "
                        + (isKind ? "mkv can, and files of mov and mp4" : "mkv can"))
            }
        }
    }

    func warn(_ sentence: String) { warnings.append(MediaWarning(.streamDropped, sentence)) }

    /// Whether it holds tags and chapters at all.
    var holdsTags: Bool { ![.raw, .y4m, .null].contains(container) }

    // MARK: Parts

    private func add(
        _ copied: CopiedStream, _ settings: MediaWriterSettings, converted converter: SubtitleConverter?
    ) throws(MediaError) {
        let stream = try create("avformat_new_stream", on: subject) { avformat_new_stream(context, nil) }
        try call("avcodec_parameters_copy", on: subject) {
            avcodec_parameters_copy(stream.pointee.codecpar, copied.parameters.raw)
        }
        if let converter {
            try converter.describe(stream.pointee.codecpar)
            converters[copied.index] = converter
        } else {
            StreamTrial.describe(stream.pointee.codecpar, of: copied, in: container, context)
        }
        stream.pointee.time_base = copied.timeBase.rational
        stream.pointee.disposition = copied.disposition
        var tags = copied.metadata
        if settings.stripsLocation { tags = tags.filter { !LocationTags.contains($0.key) } }
        Self.set(tags, on: &stream.pointee.metadata)
        copiedIndices[copied.index] = stream.pointee.index
    }

    private func add(_ attachment: Attachment) throws(MediaError) {
        let stream = try create("avformat_new_stream", on: subject) { avformat_new_stream(context, nil) }
        let parameters = stream.pointee.codecpar
        parameters?.pointee.codec_type = AVMEDIA_TYPE_ATTACHMENT
        parameters?.pointee.codec_id = attachment.codec
        let count = attachment.data.count
        let copy = try create("av_mallocz", on: subject) { av_mallocz(count + Int(candelaInputPadding)) }
        attachment.data.withUnsafeBytes {
            if let bytes = $0.baseAddress { copy.copyMemory(from: bytes, byteCount: count) }
        }
        parameters?.pointee.extradata = copy.assumingMemoryBound(to: UInt8.self)
        parameters?.pointee.extradata_size = Int32(clamping: count)
        Self.set(attachment.metadata, on: &stream.pointee.metadata)
        av_dict_set(&stream.pointee.metadata, "filename", attachment.name, 0)
        av_dict_set(&stream.pointee.metadata, "mimetype", attachment.mediaType, 0)
    }

    private enum Carriage {
        case none
        case copied
        case converted(AVCodecID)
    }

    private func carriage(
        of copied: CopiedStream, in container: MediaContainer, _ settings: MediaWriterSettings, canBePutRight: Bool
    ) throws(MediaError) -> Carriage {
        let id = copied.parameters.raw.pointee.codec_id
        guard ![.raw, .y4m, .null].contains(container) else { return .none }
        if copied.type == "data" {
            guard container.isMovie, canBePutRight,
                copied.parameters.raw.pointee.codec_tag != StreamTrial.timeCode,
                settings.details?.tracks[copied.trackNumber]?.canBeCarried == true
            else { return .none }
            return try StreamTrial.succeeds(copied, in: container, subject: subject) ? .copied : .none
        }
        if id != AV_CODEC_ID_NONE,
            avformat_query_codec(av_guess_format(container.muxer, nil, nil), id, FF_COMPLIANCE_NORMAL) == 1,
            try StreamTrial.succeeds(copied, in: container, subject: subject)
        {
            return .copied
        }
        guard copied.isText, let codec = SubtitleConverter.codec(for: container), codec != id,
            try StreamTrial.succeeds(copied, in: container, as: codec, subject: subject)
        else { return .none }
        return .converted(codec)
    }

    /// Where a stream can go, for people.
    private func wayOut(
        for copied: CopiedStream, _ settings: MediaWriterSettings, isPiped: Bool
    ) throws(MediaError) -> String {
        var able: [String] = []
        for (other, name) in [(MediaContainer.mov, "mov"), (.mp4, "mp4"), (.matroska, "mkv")] where other != container {
            guard case .none = try carriage(of: copied, in: other, settings, canBePutRight: true) else {
                able.append(name)
                continue
            }
        }
        if able.isEmpty, isPiped, container.isMovie { return "; a file can, in place of a pipe" }
        guard let last = able.popLast() else { return "" }
        return "; " + (able.isEmpty ? last : able.joined(separator: ", ") + " and " + last) + " can"
    }

    private func warnOfLostStyle(_ copied: CopiedStream, _ codec: AVCodecID) {
        let isStyled = copied.parameters.raw.pointee.codec_id == AV_CODEC_ID_ASS
        guard isStyled else { return }
        warn(
            "stream \(copied.index) of the input (\(copied.words)) is written as "
                + "\(String(cString: avcodec_get_name(codec))), which has no words for all of its style; mkv keeps it")
    }

    /// Whether a stream is a time code that a tag carries, from which mov and mp4 make such a stream again.
    private func isCarriedAsTag(_ copied: CopiedStream, _ settings: MediaWriterSettings) -> Bool {
        guard holdsTags, copied.parameters.raw.pointee.codec_tag == StreamTrial.timeCode else { return false }
        return settings.metadata["timecode"] != nil || settings.trackMetadata["timecode"] != nil
    }
}

extension CopiedStream {
    /// What it is, for people.
    var words: String {
        let tag = parameters.raw.pointee.codec_tag
        guard type == "data", codec == "none" || codec == "bin_data", tag != 0 else { return "\(type), \(codec)" }
        let letters = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: tag >> $0) }
        guard letters.allSatisfy({ (0x20..<0x7f).contains($0) }) else { return "\(type), \(codec)" }
        return "\(type), \(String(decoding: letters, as: UTF8.self))"
    }
}

extension MovieDetails.Track {
    /// Whether its samples can be described in another movie as they are here: by the one kind that all of them have.
    var canBeCarried: Bool { handler != nil && descriptions?.fields.integer(at: 4, byteCount: 4) == 1 }
}
