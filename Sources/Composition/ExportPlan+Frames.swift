import Foundation
import Frames
import MediaIO

/// Which of the source's frames are read, and for how long each is shown.
extension ExportPlan {
    /// The first frame that is asked for by `options` of the command; throws when there is none.
    func firstFrame(askedBy options: String = "--from and --to") throws -> DecodedFrame {
        if let from { try main.seek(to: from) }
        while let frame = try main.nextFrame() {
            if let from, frame.time < from { continue }
            if let to, frame.time >= to { break }
            return frame
        }
        let length = main.track.duration.map { "it lasts \(String(format: "%g", $0.seconds)) s, so " } ?? ""
        throw CompositionError(
            .data, main.path, "has no frames in what was asked for; \(length)check \(options)")
    }

    /// The frame that follows, `nil` after the last; throws where times do not rise.
    func nextFrame(after frame: DecodedFrame) throws -> DecodedFrame? {
        guard let next = try main.nextFrame() else { return nil }
        guard next.time <= frame.time else { return next }
        let isSame = next.time == frame.time
        let damage = main.warnings.contains { $0.name == .corruptFrames }
        throw CompositionError(
            .data, options.input,
            (isSame
                ? "two of its pictures have the time \(frame.time.decimal) s"
                : "its picture of \(next.time.decimal) s comes after that of \(frame.time.decimal) s")
                + (damage
                    ? ", and it is damaged; get a complete copy, or use --to to end before it"
                    : "; give its pictures times that rise, as by ffmpeg -i IN -vf setpts=N/FRAME_RATE/TB OUT, "
                        + "or use --to to end before it"))
    }

    /// How long a frame is shown: an edit list may end within the last one.
    func shownDuration(of frame: DecodedFrame) -> MediaTime? {
        // Only containers with tables of samples tell their end exactly.
        guard let duration = frame.duration, main.track.frameCount != nil, let whole = main.track.duration else {
            return frame.duration
        }
        let left = main.track.start + whole - frame.time
        return left > .zero ? min(duration, left) : duration
    }

    /// How long a frame is shown that does not say.
    var usualDuration: MediaTime {
        guard let rate = main.track.frameRate, rate.value > 0 else { return MediaTime(1, 25) }
        return MediaTime(rate.scale, rate.value)
    }

    /// The constant rate that is asked for, counted from the output's first frame.
    func constantRate(from first: DecodedFrame) -> ConstantRate? {
        guard let rate = options.frameRate else { return nil }
        var times = exactTimes
        return ConstantRate(rate, from: times?.exact(first.time) ?? first.time)
    }

    /// The times that the source's ticks have rounded, where they have and the output can hold them; those of a constant
    /// rate are exact wherever they are written.
    var exactTimes: ExactTimes? {
        ExactTimes(main.track, container: options.frameRate == nil ? choice.container : .mov)
    }

    /// A mark as a time stamp of the track; a frame's lies half a frame before it, since containers round time stamps.
    static func moment(_ mark: TimeMark, _ track: VideoTrack) throws -> MediaTime {
        switch mark {
        case .time(let time): return track.start + time
        case .frame(let number):
            guard let rate = track.frameRate, rate.value > 0 else {
                throw CompositionError(.usage, "\(number)f", "the source states no frame rate; give a time in seconds")
            }
            return track.start + MediaTime((2 * Int64(number) - 1) * rate.scale, 2 * rate.value)
        }
    }
}
