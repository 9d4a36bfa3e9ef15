/// What a check consists of; the beginning of a case's name tells.
enum CheckPart: String, CaseIterable {
    /// Pictures compared pixel by pixel with the reference.
    case pictures
    /// The same job twice gives the same bits.
    case again
    /// Whole shaders write every pixel, of numbers.
    case written
    /// The same pixel gives the same bits wherever it lies.
    case place
    /// A larger picture shows the same pixels.
    case size
    /// Fused with neighbours, the filter does what it does alone.
    case fused
    case examples
    case laws
    case readiness

    /// The part that a case belongs to.
    init(ofCase name: String) {
        let start = name.prefix { $0 != "/" && $0 != "-" }
        switch start {
        case "again": self = .again
        case "written": self = .written
        case "place": self = .place
        case "size": self = .size
        case "fused": self = .fused
        case "expect": self = .examples
        case "law", "clear": self = .laws
        case "readiness": self = .readiness
        default: self = .pictures
        }
    }
}
