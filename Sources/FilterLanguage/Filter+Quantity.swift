extension Filter {
    /// A number, or a row of them, that a raw filter writes about each picture.
    public struct Quantity: Hashable, Sendable {
        /// What the shader holds.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            case uint
            case float
            /// A whole number of 64 bits, in two words, for sums over pictures.
            case uint64
        }

        public let name: String
        public let kind: Kind
        /// How many numbers there are in a row; `nil` for a single one.
        public let count: Int?
        /// What each number is before the shader begins.
        public let initial: UInt32
        /// What the shader's numbers are divided by to be in `unit`.
        public let divisor: Double
        public let unit: String?
        public let summary: String

        /// Numbers in all.
        public var numberCount: Int { count ?? 1 }

        /// 32-bit words that the numbers take.
        public var wordCount: Int { numberCount * (kind == .uint64 ? 2 : 1) }

        /// Functions by which the code writes it.
        public var functionNames: [String] { functions.map { "\(name)_\($0)" } }

        /// The same without its name.
        var functions: [String] {
            switch kind {
            case .uint: ["add", "max", "min", "set"]
            case .uint64: ["add"]
            case .float: ["set"]
            }
        }

        init(
            name: String, kind: Kind, count: Int?, initial: UInt32, divisor: Double, unit: String?, summary: String
        ) {
            (self.name, self.kind, self.count) = (name, kind, count)
            (self.initial, self.divisor) = (initial, divisor)
            (self.unit, self.summary) = (unit, summary)
        }
    }
}
