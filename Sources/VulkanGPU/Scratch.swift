/// Memory for the arguments of C calls, freed together when the body that uses it returns.
struct Scratch {
    private final class Blocks {
        var pointers: [UnsafeMutableRawPointer] = []
        deinit { for pointer in pointers { pointer.deallocate() } }
    }

    private let blocks = Blocks()

    /// A copy of trivial values that lives until the body returns.
    func copy<T>(_ values: [T]) -> UnsafeMutablePointer<T> {
        let pointer = UnsafeMutablePointer<T>.allocate(capacity: max(values.count, 1))
        pointer.initialize(from: values, count: values.count)
        blocks.pointers.append(UnsafeMutableRawPointer(pointer))
        return pointer
    }

    /// A copy of one trivial value that lives until the body returns.
    func copy<T>(_ value: T) -> UnsafeMutablePointer<T> { copy([value]) }

    /// C strings that live until the body returns.
    func strings(_ strings: [String]) -> UnsafeMutablePointer<UnsafePointer<CChar>?> {
        copy(strings.map { UnsafePointer(copy($0.utf8CString.map { $0 })) })
    }

    /// Runs `body` with fresh scratch memory.
    static func use<Result, Failure: Error>(_ body: (Scratch) throws(Failure) -> Result) throws(Failure) -> Result {
        let scratch = Scratch()
        defer { withExtendedLifetime(scratch.blocks) {} }
        return try body(scratch)
    }
}

/// The string in a C array of characters that a struct holds, which Swift sees as a tuple.
func string<T>(_ characters: T) -> String {
    withUnsafeBytes(of: characters) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
