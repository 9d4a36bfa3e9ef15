import CFFmpeg
import Frames

/// Time codes of television: hours, minutes, seconds and pictures.
enum TimeCode {
    /// The time code so many pictures later, by the rules of its rate; `nil` where it is none.
    static func moved(_ text: String, by pictures: Int, rate: MediaTime) -> String? {
        var code = AVTimecode()
        guard av_timecode_init_from_string(&code, rate.rational, text, nil) >= 0,
            let pictures = Int32(exactly: pictures)
        else { return nil }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            guard let base = buffer.baseAddress, av_timecode_make_string(&code, base, pictures) != nil else {
                return nil
            }
            return String(cString: base)
        }
    }
}

extension MediaWriterSettings {
    /// The same with the time code of the picture that is now the first.
    var withMovedTimeCode: MediaWriterSettings {
        guard let origin, let rate = frameRate, origin > start else { return self }
        let pictures = Int(((origin - start).seconds * rate.seconds).rounded())
        var other = self
        func moved(_ tags: [String: String]) -> [String: String] {
            Dictionary(
                uniqueKeysWithValues: tags.map { name, value in
                    guard name.lowercased() == "timecode" else { return (name, value) }
                    return (name, TimeCode.moved(value, by: pictures, rate: rate) ?? value)
                })
        }
        (other.metadata, other.trackMetadata) = (moved(metadata), moved(trackMetadata))
        return other
    }
}
