import CFFmpeg
import Frames

/// Interlaced pictures, as they are wanted.
extension ReaderCore {
    /// A track as it is once each picture is two.
    static func track(ofFields track: VideoTrack) -> VideoTrack {
        var track = track
        track.timeBase = track.timeBase.divided(by: MediaTime(2, 1))
        track.frameRate = track.frameRate.map { $0.divided(by: MediaTime(1, 2)) }
        track.frameCount = track.frameCount.map { 2 * $0 }
        track.hiddenFrameCount *= 2
        return track
    }

    /// Which field comes first, by the stream where the pictures do not say.
    static func parity(_ frame: UnsafePointer<AVFrame>, _ order: AVFieldOrder) -> Deinterlacer.Parity {
        if candelaIsInterlaced(frame) != 0 { return .stated }
        // Coded first and shown first are two things.
        return order == AV_FIELD_BB || order == AV_FIELD_TB ? .bottom : .top
    }

    static func refusal(of path: String) -> MediaError {
        MediaError(
            kind: .data, call: "interlaced", subject: path, problem: "its pictures are interlaced",
            wayOut: "add --deinterlace, or --deinterlace=field for a picture of each field")
    }
}
