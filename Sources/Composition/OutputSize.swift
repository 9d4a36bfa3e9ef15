import FilterGraph

/// The size of an output as it is asked for, before the composition's own is known.
public struct OutputSize: Hashable, Sendable {
    /// The length of one axis.
    public enum Side: Hashable, Sendable {
        /// That many pixels: 1...65536.
        case pixels(Int)
        /// As many as keep the composition's shape, the nearest multiple of this number.
        case proportional(multipleOf: Int)
    }

    public var width: Side
    public var height: Side
    /// What becomes of a composition of another shape.
    public var fitting: Resize.Fitting

    public init(width: Side, height: Side, fitting: Resize.Fitting = .fit) {
        (self.width, self.height, self.fitting) = (width, height, fitting)
    }

    /// Reads `1920x1080`, `1280x-2` or `1080x1080:fill`; `nil` where the text is no size.
    ///
    /// As ffmpeg has it, -1 keeps the composition's shape, and -2 does with an even number of pixels.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let sides = parts[0].split(separator: "x", omittingEmptySubsequences: false).map { Self.side($0) }
        guard parts.count <= 2, sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
        if case (.proportional, .proportional) = (width, height) { return nil }
        self.init(width: width, height: height)
        guard parts.count == 2 else { return }
        guard let fitting = Resize.Fitting(rawValue: String(parts[1])) else { return nil }
        self.fitting = fitting
    }

    private static func side(_ text: Substring) -> Side? {
        guard text.first != "+", let number = Int(text) else { return nil }
        switch number {
        case -1: return .proportional(multipleOf: 1)
        case -2: return .proportional(multipleOf: 2)
        case 1...65_536: return .pixels(number)
        default: return nil
        }
    }

    /// Whether a composition of that many columns and rows becomes another picture by it.
    func changes(_ size: (width: Int, height: Int)) -> Bool {
        let resize = resize(from: size)
        return (resize.width, resize.height) != size
    }

    /// The size for a composition of that many columns and rows.
    public func resize(from size: (width: Int, height: Int)) -> Resize {
        func length(_ other: Int, _ own: Int, per side: Int, _ multiple: Int) -> Int {
            let (top, bottom) = (other * own, side * multiple)
            return min(max((2 * top + bottom) / (2 * bottom), 1) * multiple, 65_536)
        }
        switch (width, height) {
        case (.pixels(let width), .pixels(let height)):
            return Resize(width: width, height: height, fitting: fitting)
        // A rounded side keeps the shape as nearly as pixels can: there is nothing to fill or to cut.
        case (.pixels(let width), .proportional(let multiple)):
            return Resize(
                width: width, height: length(width, size.height, per: size.width, multiple), fitting: .stretch)
        case (.proportional(let multiple), .pixels(let height)):
            return Resize(
                width: length(height, size.width, per: size.height, multiple), height: height, fitting: .stretch)
        case (.proportional, .proportional):
            return Resize(width: size.width, height: size.height, fitting: .stretch)
        }
    }
}
