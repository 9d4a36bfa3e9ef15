import Foundation
import Testing

@testable import FilterLanguage

/// A folder that is gone after the test.
private struct Folder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("candela-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    func remove() { try? FileManager.default.removeItem(at: url) }

    func write(_ text: String, _ name: String) throws {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    /// The mistake in a filter of the folder that holds `code`.
    func mistake(_ code: String) -> SourceError? {
        do {
            _ = try Filter(source: head + code, path: url.appendingPathComponent("main.glsl").path)
            return nil
        } catch { return error }
    }
}

private let head = "//! filter trial: A trial.\n//! kind point\n"
private let body = "vec4 trial(vec4 color) { return color; }\n"

/// What a thread hands back.
private final class Box: @unchecked Sendable {
    var problem: String?
    var isDone = false
}

/// Runs on a thread of a small stack, as worker threads have; answers the mistake's words.
private func onSmallStack(_ source: String) -> String? {
    let box = Box()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
        do throws(SourceError) {
            let filter = try Filter(source: source, path: "trial.glsl")
            _ = filter.code(prefix: "f0_", given: [:])
        } catch { box.problem = error.problem }
        box.isDone = true
        done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
    return box.isDone ? box.problem ?? "read" : nil
}

/// Bytes that the process holds, at most so far.
private func peakBytes() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return (Int(line.filter(\.isNumber)) ?? 0) << 10
}

private func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

private let bombs: [(String, String, String)] = [
    ("parentheses", "float x = \(many("(", 100_000))1.0;", "levels inside one another"),
    ("indices", "float x = \(many("color[int(", 30_000))0", "levels inside one another"),
    ("assignments", "float a[2]; int i = 0; a[0] = \(many("a[i = ", 20_000))", "levels inside one another"),
    ("choices", "float x = \(many("true ? 1.0 : ", 30_000))1.0;", "levels inside one another"),
    ("signs", "float x = \(many("-~!", 30_000))1.0;", "levels inside one another"),
    ("blocks", many("{", 100_000), "levels inside one another"),
    ("loops", many("for (int i = 0; i < 1; ++i) ", 20_000) + ";", "tokens"),
    ("ifs", many("if (true) ", 30_000) + ";", "levels inside one another"),
    ("elses", many("if (amount > 0.5) {} else ", 20_000) + "{}", "levels inside one another"),
    ("dos", many("do ", 50_000) + ";", "levels inside one another|has no 'while'"),
    ("switches", many("switch (1) { case 1: ", 20_000), "levels inside one another"),
    ("sums", "float x = 1.0 \(many("+ amount ", 50_000));", "name a part of it"),
    ("calls", "float x = \(many("sin(", 50_000))1.0;", "levels inside one another"),
    ("swizzles", "float x = color\(many(".xyzw", 30_000)).x;", "name a part of it"),
    (
        "huge number", "float x = \(many("9", 100_000)).0;",
        "'99999999999999999999999999999999...' is outside the range of a float"
    ),
    ("huge int", "int x = \(many("9", 100_000));", "outside the range of an int"),
    ("long name", "float \(many("x", 100_000)) = 1.0;", "at most 64 characters"),
    ("endless", "for (int i = 0; i < 2147483647; ++i) {}", "cannot be proven|may go round"),
    ("endless while", "int i = 0; while (i < 10) { i--; }", "cannot be proven that this loop ends"),
    ("wrapping", "for (int i = 1; i > 0; i *= 2) {}", "steps away from its limit|cannot be proven"),
    ("below 0", "for (uint i = 10u; i >= 0u; i--) {}", "cannot be proven"),
    ("below 0 by 7", "for (uint i = 1000u; i >= 0u; i -= 7u) {}", "cannot be proven"),
    ("past 2", "for (uint i = 100u; i >= 2u; i -= 5u) {}", "cannot be proven"),
    ("beyond 2", "for (uint i = 100u; i > 2u; i -= 5u) {}", "cannot be proven"),
    ("mirrored", "for (uint i = 10u; 0u <= i; i--) {}", "cannot be proven"),
    ("from a value", "for (uint i = uint(min(size.x, 9.0)); i >= 0u; --i) {}", "cannot be proven"),
    ("up by the largest", "for (uint i = 1000u; i < 2000u; i += 4294967291u) {}", "cannot be proven"),
    ("shifted out", "for (int i = int(min(size.x, 999.0)); i < 1000; i <<= 22) {}", "cannot be proven"),
    ("multiplied out", "for (int i = int(min(size.x, 999.0)); i < 1000; i *= 4194304) {}", "cannot be proven"),
    (
        "long steps", "int i = 0; int k = int(clamp(color.r, 1.0, 2147483000.0)); while (i > -9) { i -= k; }",
        "cannot be proven"
    ),
    ("standing", "for (float f = 16777216.0; f < 16777220.0; f += 1.0) {}", "cannot be proven"),
    (
        "product", "for (int i = 0; i < 10000; ++i) for (int j = 0; j < 10000; ++j) color.r += 1.0;",
        "may go round 100000000"
    ),
    ("triple", many("for (int i = 0; i < 99; ++i) {", 3) + "}}}", "may go round 970299"),
    (
        "in turn", many("for (int i = 0; i < 160; ++i) for (int j = 0; j < 160; ++j) color.r += 1.0;", 2),
        "go round 51520 times for one pixel together; at most 30000"
    ),
    ("gigabyte array", "float a[1000000000];", "an array has 1 to 1024 elements"),
    ("negative array", "float a[-1];", "an array has 1 to 1024 elements"),
    ("large arrays", many("{ vec4 a[1000]; ", 20), "numbers at once|no '}'"),
    ("nul", "float x\0 = 1.0;", "unexpected character U+0"),
    ("odd letter", "float größe = 1.0;", "unexpected character 'ö'"),
    ("variables", (0..<3000).map { "float v\($0);" }.joined(), "at most 2048 variables"),
    (
        "cases", "switch (1) {" + (0..<300).map { "case \($0): color.r = 1.0; break;" }.joined() + "}",
        "at most 256 cases"
    ),
    (
        "falling", "switch (1) {" + (0..<200).map { "case \($0): color.r = 1.0; color.g = 2.0;" }.joined() + "}",
        "too much falls through"
    ),
]

@Suite struct HostileTests {
    /// What counts down to 0 and stops there is no harm.
    @Test(arguments: [
        "for (uint i = 10u; i > 0u; i--) {}", "for (uint i = 10u; i >= 1u; --i) {}",
        "for (int i = 10; i >= 0; i -= 3) {}",
        "for (uint i = 1u; i < 1000u; i <<= 1) {}", "for (uint i = 0u; i <= 9u; i += 2u) {}",
    ])
    func loopsThatEndAreTaken(_ loop: String) throws {
        let text = "//! filter look: Counts.\n//! kind point\nvec4 look(vec4 color) { \(loop) return color; }\n"
        _ = try Filter(source: text, path: "look.glsl")
    }

    @Test(arguments: bombs)
    func isRefusedOnASmallStack(_ name: String, _ text: String, _ problem: String) throws {
        let started = Date()
        let source =
            head + "//! param amount float = 0 in 0...1: A.\nvec4 trial(vec4 color) {\n\(text)\nreturn color;\n}\n"
        let found = try #require(onSmallStack(source))
        #expect(problem.split(separator: "|").contains { found.contains($0) }, "\(name): \(found.prefix(300))")
        #expect(-started.timeIntervalSinceNow < 20)
    }

    @Test func whatIsAllowedFitsASmallStack() throws {
        let deep = many("(", 55) + "amount" + many(")", 55)
        let blocks = many("{", 60) + many("}", 60)
        let sum = "1.0" + many(" + amount", 250)
        let code = "float f0(float x) { return \(sum); }\n"
        var source = head + "//! param amount float = 0 in 0...1: A.\n" + code
        for index in 1..<4 {
            source += "float f\(index)(float x) { return f\(index - 1)(\(deep)) \(many(" + x", 200)); }\n"
        }
        source += "vec4 trial(vec4 color) {\n\(blocks)\nreturn vec4(f3(1.0));\n}\n"
        #expect(onSmallStack(source) == "read")
    }

    @Test func largeTextsAreRefused() {
        #expect(mistake(head + body + "// " + many("x", 10_000_000))?.problem.contains("at most 1 MiB") == true)
        #expect(mistake(head + many("a ", 300_000) + body)?.problem.contains("tokens") == true)
        #expect(
            mistake(many("//! law monotone\n", 50_000) + head + body)?.problem.contains("at most 1000 laws") == true)
        #expect(
            mistake(head + "//! param " + many("a", 5000) + "\n" + body)?.problem.contains("2000 characters") == true)
    }

    @Test func lineEndingsAndMarksDoNotMatter() throws {
        let text = head + "const float a = 1.0;\n" + body
        _ = try Filter(source: text.replacing("\n", with: "\r\n"), path: "trial.glsl")
        _ = try Filter(source: "\u{FEFF}" + text, path: "trial.glsl")
        let wrong = (head + "const float a = b;\n" + body).replacing("\n", with: "\r\n")
        #expect(mistake(wrong)?.line == 3)
    }

    // MARK: Includes

    @Test func filesBesideTheFilterAreIncluded() throws {
        let folder = try Folder()
        defer { folder.remove() }
        try folder.write("#include \"deep/two.glsl\"\nfloat one(float x) { return two(x) + 1.0; }\n", "one.glsl")
        try folder.write("#include \"two.glsl\"\nfloat two(float x) { return x * 2.0; }\n", "deep/two.glsl")
        let path = folder.url.appendingPathComponent("main.glsl").path
        let source =
            head
            + "#include \"one.glsl\"\n#include \"one.glsl\"\n#include \"color.glsl\"\nvec4 trial(vec4 c) { return vec4(one(c.r)); }\n"
        let filter = try Filter(source: source, path: path)
        #expect(
            filter.includedPaths.map { String($0.dropFirst(folder.url.path.count + 1)) } == [
                "one.glsl", "deep/two.glsl",
            ])
        // What is included decides what is compiled, and so what caches know a filter by.
        #expect(filter.source.contains("return x * 2.0;"))
        #expect(filter.code(prefix: "f_", given: [:]).contains("float f_two(float x_0)"))
    }

    @Test func mistakesInIncludedFilesAreShownThere() throws {
        let folder = try Folder()
        defer { folder.remove() }
        try folder.write("\nfloat one(float x) { return y; }\n", "one.glsl")
        let found = try #require(folder.mistake("#include \"one.glsl\"\n" + body))
        #expect(found.file.hasSuffix("/one.glsl") && found.line == 2 && found.column == 29)
        #expect(found.excerpt == "float one(float x) { return y; }")
    }

    @Test func includesStayInTheirFolder() throws {
        let folder = try Folder()
        defer { folder.remove() }
        try FileManager.default.createSymbolicLink(
            atPath: folder.url.appendingPathComponent("link.glsl").path, withDestinationPath: "/etc/passwd")
        try FileManager.default.createSymbolicLink(
            atPath: folder.url.appendingPathComponent("root").path, withDestinationPath: "/")
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("folder.glsl"), withIntermediateDirectories: true)
        #expect(mkfifo(folder.url.appendingPathComponent("pipe.glsl").path, 0o600) == 0)
        try Data([0x66, 0xFF, 0xFE]).write(to: folder.url.appendingPathComponent("bytes.glsl"))
        try folder.write(many(" ", 1_100_000), "large.glsl")
        try folder.write("", "shapes.glsl")
        for (name, problem) in [
            ("/etc/passwd", "is an absolute path"), ("../x.glsl", "climbs out of its folder"),
            ("a/../../x.glsl", "climbs out of its folder"), ("link.glsl", "leads out of the filter's folder"),
            ("root/etc/passwd", "leads out of the filter's folder"), ("folder.glsl", "is a folder"),
            ("pipe.glsl", "is not an ordinary file"), ("bytes.glsl", "is not UTF-8 text"),
            ("large.glsl", "at most 1 MiB"), ("shape.glsl", "did you mean \"shapes.glsl\"?"),
            ("colour.glsl", "did you mean \"color.glsl\"?"), ("", "1 to 255 characters"),
            (many("x", 300), "1 to 255 characters"), ("none/such.glsl", "is not there"),
        ] {
            let found = try #require(folder.mistake("#include \"\(name)\"\n" + body))
            #expect(found.problem.contains(problem), "\(name): \(found.problem)")
            #expect(found.line == 3)
        }
    }

    @Test func bombsOfIncludesAreBounded() throws {
        let folder = try Folder()
        defer { folder.remove() }
        for index in 0..<20 { try folder.write("#include \"f\(index + 1).glsl\"\n", "f\(index).glsl") }
        #expect(folder.mistake("#include \"f0.glsl\"\n" + body)?.problem.contains("at most 8 deep") == true)
        try folder.write("#include \"a.glsl\"\n#include \"main.glsl\"\n", "a.glsl")
        #expect(folder.mistake("#include \"a.glsl\"\n" + body)?.problem.contains("'main.glsl' is not there") == true)
        try folder.write("", "main.glsl")
        for name in ["a", "main"] {
            let found = folder.mistake("#include \"\(name).glsl\"\n" + body)
            #expect(found?.problem.contains("cannot be included in itself") == true, "\(found?.description ?? "none")")
        }
        for index in 0..<5 { try folder.write("// " + many("x", 300_000), "large\(index).glsl") }
        let all = (0..<5).map { "#include \"large\($0).glsl\"\n" }.joined()
        #expect(folder.mistake(all + body)?.problem.contains("1 MiB in all") == true)
        for index in 0..<70 { try folder.write("", "s\(index).glsl") }
        let small = (0..<70).map { "#include \"s\($0).glsl\"\n" }.joined()
        #expect(folder.mistake(small + body)?.problem.contains("at most 64 files") == true)
    }

    @Test func bombsOfNamesAreBounded() {
        var doubling = "#define A0 1.0 + 1.0\n"
        for index in 1..<60 { doubling += "#define A\(index) A\(index - 1) + A\(index - 1)\n" }
        #expect(
            mistake(head + doubling + "const float x = A59;\n" + body)?.problem.contains("too deep to follow") == true)
        #expect(mistake(head + doubling + "const float x = A25;\n" + body)?.problem.contains("too many words") == true)
        var empty = "#define B0\n"
        for index in 1..<60 { empty += "#define B\(index) B\(index - 1) B\(index - 1)\n" }
        #expect(mistake(head + empty + "const float x = 1.0; B59\n" + body)?.problem.isEmpty == false)
        #expect(
            mistake(head + "#define A A + B\n#define B A\nconst float x = A;\n" + body)?.problem.contains(
                "'A' stands for itself in the end") == true)
        // A variable may have the name of what stands for it.
        #expect(mistake(head + "vec4 trial(vec4 color) {\n#define color (color * 2.0)\nreturn color;\n}\n") == nil)
        #expect(mistake(head + many("#if 1\n", 100))?.problem.contains("64 conditions") == true)
        #expect(mistake(head + "#ifdef X\n" + body)?.problem.contains("no '#endif'") == true)
    }

    @Test func filesAreReadWithCare() throws {
        let folder = try Folder()
        defer { folder.remove() }
        let pipe = folder.url.appendingPathComponent("pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        for (path, problem) in [
            (pipe, "not an ordinary file"), ("/dev/zero", "not an ordinary file"), ("/", "is a folder"),
            (folder.url.path, "is a folder"), (folder.url.path + "/none", "is not there"),
        ] {
            do {
                _ = try FilterFile.text(path: path)
                Issue.record("\(path) was read")
            } catch { #expect(error.problem.contains(problem) && !error.isContent, "\(path): \(error.problem)") }
        }
    }
}
