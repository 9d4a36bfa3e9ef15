import Candela
import Foundation

/// Any words are read as a command line, and refused with a sentence or understood; nothing else may happen.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzGrammar(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    let command = Command(
        name: "render", summary: "", operands: "", operandCount: 1...1, options: RenderCommand.options, notes: "",
        run: { _ in .success })
    // Options that read a grammar of their own meet the whole text; the others meet its words.
    for words in [text.split(separator: "\n").map(String.init)]
        + ["--filter", "--blend", "--from", "--color", "--crf"].map({ ["a", "-o", "b", $0, text] })
    {
        do {
            _ = try RenderArguments(try Arguments(words, for: command))
        } catch {
            precondition(!"\(error)".isEmpty, "an error says what is wrong")
        }
    }
    return 0
}
