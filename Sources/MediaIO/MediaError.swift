/// Something that went wrong while reading or writing media: which call, on what, and why.
public struct MediaError: Error, Equatable, CustomStringConvertible, Sendable {
    /// Whose fault it is; each kind has one exit status of the command.
    public enum Kind: String, Sendable, CaseIterable {
        /// A setting that cannot be carried out.
        case usage
        /// The input is not what it should be.
        case data
        /// The libraries present lack what is needed.
        case unavailable
        /// A mistake of ours.
        case software
        /// The operating system refused: no such file, no room, no permission.
        case system

        /// The exit status, after sysexits(3).
        public var exitStatus: Int32 {
            switch self {
            case .usage: 64
            case .data: 65
            case .unavailable: 69
            case .software: 70
            case .system: 74
            }
        }
    }

    public var kind: Kind
    /// The C call that failed, or the step of ours.
    public var call: String
    /// The file, codec or stream that it was made on.
    public var subject: String
    /// The library's error number, 0 when the error is our own finding.
    public var code: Int32
    /// What is wrong, without subject.
    public var problem: String
    /// What the user can do about it; empty when there is nothing to say.
    public var wayOut: String

    public init(
        kind: Kind, call: String, subject: String, code: Int32 = 0, problem: String, wayOut: String = ""
    ) {
        (self.kind, self.call, self.subject) = (kind, call, subject)
        (self.code, self.problem, self.wayOut) = (code, problem, wayOut)
    }

    /// One sentence: subject, problem, way out.
    public var description: String { "\(subject): \(problem)" + (wayOut.isEmpty ? "" : "; \(wayOut)") }
}

/// Something worth telling that does not stop the work; `name` is stable, for scripts and tests.
public struct MediaWarning: Hashable, Sendable, CustomStringConvertible {
    public enum Name: String, Sendable, CaseIterable {
        case colorAssumed = "color-assumed"
        case colorContradiction = "color-contradiction"
        case levelsContradiction = "levels-contradiction"
        case pixelsConverted = "pixels-converted"
        case orientationApproximated = "orientation-approximated"
        case truncated = "truncated"
        case corruptFrames = "corrupt-frames"
        case interlaced = "interlaced"
        case dynamicMetadataDropped = "dynamic-metadata-dropped"
        case streamDropped = "stream-dropped"
        case timeRounded = "time-rounded"
        case timesJoined = "times-joined"
        case notCropped = "not-cropped"
        case notTagged = "not-tagged"
        case cropIgnored = "crop-ignored"
    }

    public var name: Name
    /// What is to be told, without the file's path: whoever shows it knows the file.
    public var sentence: String

    public init(_ name: Name, _ sentence: String) {
        (self.name, self.sentence) = (name, sentence)
    }

    public var description: String { sentence }
}
