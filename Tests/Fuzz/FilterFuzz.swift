import FilterLanguage
import Foundation

/// Any text is read as a filter, and refused with a sentence or turned into code; nothing else may happen.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFilter(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    do {
        let filter = try Filter(source: text, path: "fuzz.glsl")
        _ = filter.code(prefix: "f0_", given: [:])
        _ = try filter.settings(parsing: filter.parameters.map { ($0.name, "1/0/0/1") })
    } catch {
        precondition(!"\(error)".isEmpty, "an error says what is wrong")
    }
    return 0
}
