/// How thoroughly, and from which numbers, a filter is checked.
public struct CheckOptions: Sendable {
    /// How many cases are run.
    public enum Extent: String, Codable, Sendable {
        /// Every size with the initial values, range ends and four random settings, inputs in turn: for each change.
        case quick
        /// Every size with every input and sixteen random settings.
        case full
    }

    /// Where all random numbers come from.
    public var seed: UInt64
    public var extent: Extent
    /// The one case to run, by the name that a failure gives; `nil` runs all.
    public var only: String?
    /// The pixel formats to try.
    public var formats: [CheckFormat]
    /// Failures after which a check stops.
    public var failureLimit: Int
    /// Steps of the reference (`Work`) for the comparison with a device; larger pictures that would pass them are left out.
    public var stepLimit = CheckOptions.usualStepLimit
    /// Enough for every usual filter, and about a minute for one of tens of thousands of loop turns a pixel.
    public static let usualStepLimit = 6_000_000_000
    /// Whether the filter is also tried for HDR (`HDRReadiness`).
    public var examinesReadiness = true
    /// The filter as the user named it, for the command that repeats a failure; the filter's name when `nil`.
    public var filterArgument: String?

    /// Told now and then what is being done, and how much of it: "HDR readiness", 3, 8; from any thread.
    public var progress: (@Sendable (_ part: String, _ done: Int, _ count: Int) -> Void)?

    public init(
        seed: UInt64 = 1, extent: Extent = .full, only: String? = nil, formats: [CheckFormat] = CheckFormat.allCases,
        failureLimit: Int = 5, filterArgument: String? = nil
    ) {
        precondition(!formats.isEmpty, "a check needs a pixel format")
        (self.seed, self.extent, self.only) = (seed, extent, only)
        (self.formats, self.failureLimit, self.filterArgument) = (formats, failureLimit, filterArgument)
    }
}
