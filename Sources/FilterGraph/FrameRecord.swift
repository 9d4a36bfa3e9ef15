import FilterLanguage

/// The numbers that a raw filter wrote about one frame.
public struct FrameRecord: Hashable, Sendable {
    /// The filter's node in the graph.
    public let node: Int
    /// The filter's name.
    public let filter: String
    public let quantities: [Filter.Quantity]
    /// Every number as the shader holds it, not divided, in the order of the quantities.
    public let numbers: [Double]

    public init(node: Int, filter: String, quantities: [Filter.Quantity], numbers: [Double]) {
        (self.node, self.filter, self.quantities, self.numbers) = (node, filter, quantities, numbers)
    }

    /// A quantity's numbers in its unit; `nil` where there is no quantity of that name.
    public func values(_ name: String) -> [Double]? {
        var start = 0
        for quantity in quantities {
            if quantity.name == name {
                return numbers[start..<(start + quantity.numberCount)].map { $0 / quantity.divisor }
            }
            start += quantity.numberCount
        }
        return nil
    }

    /// A quantity's first number in its unit.
    public subscript(name: String) -> Double? { values(name)?.first }
}

/// Where a raw filter's numbers stand in memory that the device writes.
public struct RecordLayout: Hashable, Sendable {
    public let node: Int
    public let filter: String
    public let quantities: [Filter.Quantity]

    /// Bytes of all numbers.
    public var byteCount: Int { quantities.reduce(0) { $0 + 4 * $1.wordCount } }

    /// Where each first value other than 0 stands, in bytes, in how many of them, and the value.
    public var firstValues: [(offset: Int, byteCount: Int, word: UInt32)] {
        var offset = 0
        var found: [(offset: Int, byteCount: Int, word: UInt32)] = []
        for quantity in quantities {
            let count = 4 * quantity.wordCount
            if quantity.initial != 0 { found.append((offset, count, quantity.initial)) }
            offset += count
        }
        return found
    }

    /// Reads what a device wrote.
    public func record(at address: UnsafeRawPointer) -> FrameRecord {
        var numbers: [Double] = []
        numbers.reserveCapacity(quantities.reduce(0) { $0 + $1.numberCount })
        var offset = 0
        func word() -> UInt32 {
            defer { offset += 4 }
            return address.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        }
        for quantity in quantities {
            for _ in 0..<quantity.numberCount {
                switch quantity.kind {
                case .uint: numbers.append(Double(word()))
                case .float: numbers.append(Double(Float(bitPattern: word())))
                case .uint64:
                    let low = word()
                    numbers.append(Double(UInt64(word()) << 32 | UInt64(low)))
                }
            }
        }
        return FrameRecord(node: node, filter: filter, quantities: quantities, numbers: numbers)
    }
}

extension Plan {
    /// What raw filters of the plan write, in the order of their nodes.
    var records: [RecordLayout] {
        passes.compactMap(\.raw).sorted().compactMap { node in
            guard case .filter(let filter, _, _) = job.graph.nodes[node], !filter.results.isEmpty else { return nil }
            return RecordLayout(node: node, filter: filter.name, quantities: filter.results)
        }
    }
}
