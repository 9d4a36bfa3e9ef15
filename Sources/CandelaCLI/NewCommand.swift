import Candela
import Foundation

/// `candela new`: writes a filter file to begin with.
enum NewCommand {
    static let command = Command(
        name: "new", summary: "Write a filter file to begin with.", operands: "KIND NAME", operandCount: 2...2,
        options: [
            Option("--output", short: "-o", .text("DIR"), "Folder to write NAME.glsl into (this one)."),
            Option("--shaders", .text("DIR"), "Where filters with names of their own are."),
        ],
        notes: """
            KIND is one of \(FilterTemplate.all.map(\.kind).joined(separator: ", ")):
            \(FilterTemplate.all.map { "  \(column($0.kind, 10))\($0.purpose)" }.joined(separator: "\n"))
            The file passes candela check as it is. An existing file is never replaced.
            """, run: { try run($0) })

    private static func run(_ arguments: Arguments) throws -> ExitCode {
        let (kind, name) = (arguments.operands[0], arguments.operands[1])
        guard let template = FilterTemplate.all.first(where: { $0.kind == kind }) else {
            let kinds = FilterTemplate.all.map(\.kind)
            let isTurned = kinds.contains(name)
            let near = Suggestion.nearest(to: kind, among: kinds).map { "did you mean \($0)?" }
            throw CommandError(
                kind,
                "no such kind of filter; "
                    + (isTurned
                        ? "the kind comes first: candela new \(name) \(kind)"
                        : near ?? "choose \(kinds.joined(separator: ", "))"))
        }
        let text = template.text(name)
        try requireName(name, text, FilterCatalog(folder: arguments.text("--shaders")).names)
        let folder = arguments.text("--output") ?? "."
        let path = URL(fileURLWithPath: folder).appendingPathComponent("\(name).glsl").path
        let shown = folder == "." ? "./\(name).glsl" : "\(folder.hasSuffix("/") ? folder : folder + "/")\(name).glsl"
        try write(text, to: path, shown: shown)
        let use = template.kind == "blend" ? "--blend LAYER:mode=\(shown)" : "--filter \(shown)"
        try Console.print(
            """
            \(shown): a filter of kind \(kind)
            see it:   candela render CLIP -o preview.png --watch \(use)
            check it: candela check \(shown)
            """)
        return .success
    }

    // MARK: Names

    /// Throws for a name that a filter cannot have, with one that it can.
    static func requireName(_ name: String, _ text: String, _ taken: [String]) throws(CommandError) {
        if name.hasSuffix(".glsl") {
            throw CommandError(name, "is a file's name; give the filter's: \(name.dropLast(5))")
        }
        guard name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil else {
            throw CommandError(
                name.isEmpty ? "NAME" : name,
                "is no name; use letters, digits and _, a letter first, such as \(readable(name))")
        }
        let own = "my" + name.prefix(1).uppercased() + name.dropFirst()
        if taken.contains(name) {
            throw CommandError(name, "is a filter that there is; choose another name, such as \(own)")
        }
        // Not of every kind, but a filter may become one of another.
        if Filter.givenValues[name] != nil || Filter.libraryFunctions.contains(where: { $0.name == name }) {
            throw CommandError(name, "has a meaning in filters already; choose another name, such as \(own)")
        }
        do {
            _ = try Filter(source: text, path: name + ".glsl")
        } catch {
            // What cannot be a name is told where the name stands; anything else is the file's own use of it.
            let isItself = error.problem.contains("'\(name)'")
            throw CommandError(
                name, isItself ? error.problem : "cannot be this filter's name (\(error.problem)); choose another")
        }
    }

    /// A name made of the words in a text: `film-look 2` gives `filmLook2`.
    private static func readable(_ text: String) -> String {
        let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        var name = ""
        for word in words { name += name.isEmpty ? word.prefix(1).lowercased() + word.dropFirst() : word.capitalized }
        guard let first = name.first else { return "filmLook" }
        return first.isNumber ? "look" + name : name
    }

    /// Writes a file that does not exist yet.
    private static func write(_ text: String, to path: String, shown: String) throws {
        do {
            let file = try OutputFile(path: path, overwrites: false)
            guard file.isRegular else { throw MediaError(system: EEXIST, call: "open", subject: path) }
            try file.write(Array(text.utf8))
            try file.commit()
        } catch let error as MediaError where error.isAlreadyThere {
            throw CommandError(
                shown, "exists, and is left as it is; choose another name or folder", code: .inputOutput)
        } catch var error as MediaError {
            error.subject = shown
            throw error
        }
    }
}
