/// The memory that a shader's own variables take, read from its SPIR-V.
///
/// Only raw filters may declare arrays of any size: a device that is asked for more than it has may do anything.
struct ShaderMemory {
    /// Bytes that the threads of a workgroup share.
    private(set) var shared = 0
    /// Bytes of every thread's own variables, all functions together.
    private(set) var own = 0

    /// Bytes of own variables that a thread may have: more are kept far from the processor on every device.
    static let maxOwn = 1 << 16

    private var sizes: [UInt32: Int] = [:]
    private var constants: [UInt32: Int] = [:]

    /// More than any device has, and small enough to be added up.
    private static let endless = 1 << 40

    init(_ words: [UInt32]) {
        var next = 5
        while next < words.count {
            let count = Int(words[next] >> 16)
            guard count > 0, next + count <= words.count else { break }
            read(words[next] & 0xffff, words[(next + 1)..<(next + count)])
            next += count
        }
    }

    private mutating func read(_ operation: UInt32, _ operands: ArraySlice<UInt32>) {
        let all = Array(operands)
        func size(_ index: Int) -> Int { sizes[all[index]] ?? 0 }
        switch (operation, all.count) {
        // OpTypeBool, OpTypeInt and OpTypeFloat; the latter two with their bits.
        case (20, 1...): sizes[all[0]] = 4
        case (21, 2...), (22, 2...): sizes[all[0]] = Int(all[1] / 8)
        // OpTypeVector, OpTypeMatrix: what of, and how many.
        case (23, 3...), (24, 3...): sizes[all[0]] = min(size(1) * Int(all[2]), Self.endless)
        // OpTypeArray: what of, and the constant that says how many.
        case (28, 3...):
            let (product, isTooMuch) = size(1).multipliedReportingOverflow(by: constants[all[2]] ?? 0)
            sizes[all[0]] = isTooMuch ? Self.endless : min(product, Self.endless)
        // OpTypeStruct.
        case (30, 1...): sizes[all[0]] = min(all.dropFirst().reduce(0) { $0 + (sizes[$1] ?? 0) }, Self.endless)
        // OpTypePointer: the storage class, and what it points to.
        case (32, 3...): sizes[all[0]] = size(2)
        // OpConstant of 32 bits: its type, its own number, its value.
        case (43, 3...): constants[all[1]] = Int(all[2])
        // OpVariable: the pointer's type, its own number, and the class: workgroup, private, function.
        case (59, 3...):
            if all[2] == 4 { shared += size(0) }
            if all[2] == 6 || all[2] == 7 { own += size(0) }
        default: break
        }
    }
}
