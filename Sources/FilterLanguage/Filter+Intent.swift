extension Filter {
    /// Something that a check would report and that is meant: `intends clips-at-one when mode = clamp: Reason.`
    public struct Intent: Sendable {
        /// The finding's name, such as `clips-at-one`.
        public let finding: String
        /// The settings with which it is meant; empty is with all.
        public let settings: [String: [Double]]
        /// Parts of ranges in which it is meant; all of them must hold.
        public let bounds: [Bound]
        /// Why, in a sentence.
        public let reason: String
        public let line: Int

        init(finding: String, settings: [String: [Double]], bounds: [Bound], reason: String, line: Int) {
            (self.finding, self.settings, self.bounds) = (finding, settings, bounds)
            (self.reason, self.line) = (reason, line)
        }
    }

    /// The part of a parameter's range on one side of a number: `gain > 1`.
    public struct Bound: Hashable, Sendable, CustomStringConvertible {
        /// How a value lies to the number.
        public enum Relation: String, CaseIterable, Sendable {
            // The longer ones first, as they are looked for in this order.
            case atLeast = ">="
            case atMost = "<="
            case above = ">"
            case below = "<"
        }

        public let parameter: String
        public let relation: Relation
        public let number: Double

        init(parameter: String, relation: Relation, number: Double) {
            (self.parameter, self.relation, self.number) = (parameter, relation, number)
        }

        /// Whether the parameter's value lies on that side; as the shader is handed it, a float.
        public func holds(in values: [String: [Double]]) -> Bool {
            guard let value = values[parameter], value.count == 1 else { return false }
            return holds(for: Float(value[0]))
        }

        /// Whether a value of the range does.
        func holds(somewhereIn range: ClosedRange<Double>) -> Bool {
            holds(for: Float(range.lowerBound)) || holds(for: Float(range.upperBound))
        }

        private func holds(for value: Float) -> Bool {
            switch relation {
            case .atLeast: value >= Float(number)
            case .atMost: value <= Float(number)
            case .above: value > Float(number)
            case .below: value < Float(number)
            }
        }

        /// As the file writes it.
        public var description: String { "\(parameter) \(relation.rawValue) \(Parameter.shown(number))" }
    }
}
