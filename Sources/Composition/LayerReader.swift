import Frames
import MediaIO

/// The frames of a source that is laid over others: at any moment, the one shown at or before it.
///
/// A file of one picture is a still, which has no end and is there from the start.
/// Moments must not go backwards. Used by one thread.
final class LayerReader {
    let reader: MediaReader
    private var current: DecodedFrame?
    private var next: DecodedFrame?
    /// The second frame, read ahead to tell a still from a clip.
    private var following: DecodedFrame?
    private var end: MediaTime?
    private var hasStarted = false
    private var isStill = false

    init(_ reader: MediaReader) { self.reader = reader }

    /// The planes shown `time` after the source's own start; `nil` before its first frame and after its last one's end.
    func planes(at time: MediaTime) throws -> HostPlanes? {
        if !hasStarted {
            next = try reader.nextFrame()
            hasStarted = true
            if let only = next {
                let second = try reader.nextFrame()
                isStill = second == nil
                if isStill { current = only } else { following = second }
            }
        }
        if isStill { return current?.planes }
        let moment = reader.track.start + time
        while let frame = next, frame.time <= moment {
            end = frame.time + (frame.duration ?? frameDuration)
            current = frame
            next = try following ?? reader.nextFrame()
            following = nil
        }
        if next == nil, let end, moment >= end { current = nil }
        return current?.planes
    }

    private var frameDuration: MediaTime {
        guard let rate = reader.track.frameRate, rate.value > 0 else { return MediaTime(1, 25) }
        return MediaTime(rate.scale, rate.value)
    }
}
