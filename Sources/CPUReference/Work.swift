import Synchronization

/// What the reference computes for somebody: counted in steps, bounded, and given up once nobody wants it any more.
///
/// One part of an expression takes a step for each pixel of a run, and as many as `runSteps` pixels for the run itself:
/// as the time that it takes does. The count follows from what is computed alone, so that what a limit allows is the same
/// on every machine. May be used, and cancelled, from any thread.
public final class Work: Sendable {
    /// Why a computation came to no end.
    public enum Ending: Error, Equatable, Sendable, CustomStringConvertible {
        /// Nobody wants it any more.
        case cancelled
        /// It takes more steps than were allowed.
        case exhausted

        public var description: String {
            switch self {
            case .cancelled: "the computation was given up; begin it again"
            case .exhausted: "the computation takes more steps than were allowed; allow more"
            }
        }
    }

    /// What a run of pixels takes beside its pixels, in pixels.
    static let runSteps = 64

    /// Steps that one part of an expression takes for a picture of so many pixels.
    public static func steps(ofPixels count: Int) -> Int {
        count + (count + GraphWalk.runLength - 1) / GraphWalk.runLength * runSteps
    }

    private let taken = Atomic<Int>(0)
    private let wasCancelled = Atomic<Bool>(false)
    private let limit: Int
    /// Work that this one is a part of: it counts there too, and ends with it.
    private let whole: Work?

    /// Work of at most `limit` steps; with `whole`, a part of it.
    public init(limit: Int = .max, partOf whole: Work? = nil) { (self.limit, self.whole) = (limit, whole) }

    /// Steps taken so far.
    public var steps: Int { taken.load(ordering: .relaxed) }

    /// Gives it up: what is under way ends soon, with `Ending.cancelled`.
    public func cancel() { wasCancelled.store(true, ordering: .relaxed) }

    public var isCancelled: Bool { wasCancelled.load(ordering: .relaxed) || whole?.isCancelled ?? false }

    /// Why it is over; `nil` while it goes on.
    public var ending: Ending? {
        if isCancelled { return .cancelled }
        if steps > limit { return .exhausted }
        return whole?.ending
    }

    /// Counts steps; whether it is over.
    func add(_ steps: Int) -> Bool {
        let sum = taken.wrappingAdd(steps, ordering: .relaxed).newValue
        if wasCancelled.load(ordering: .relaxed) || sum > limit { return true }
        return whole?.add(steps) ?? false
    }
}
