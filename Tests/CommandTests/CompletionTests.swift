import Foundation
import Testing

@testable import CandelaCLI

/// Completion for shells, and the man page: made from the same tables as everything else, and read by those they are for.
@Suite(.timeLimit(.minutes(10))) struct CompletionTests {
    private static func isPresent(_ name: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/" + name)
    }

    @Test(arguments: CompletionCommand.Shell.allCases)
    func everythingIsThere(_ shell: CompletionCommand.Shell) async throws {
        let outcome = try await BuiltProgram.candela(["completion", shell.rawValue])
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        let text = outcome.output.replacing("\\-", with: "-")
        for command in CommandLineTool.commands {
            #expect(text.contains(command.name))
            for option in command.allOptions {
                let name = shell == .fish ? "-l " + option.name.dropFirst(2) : option.name
                #expect(text.contains(name), "\(command.name) \(option.name)")
            }
        }
    }

    @Test func otherShellsAreRefused() async throws {
        let outcome = try await BuiltProgram.candela(["completion", "zhs"])
        #expect(outcome.status == 64 && outcome.errors.contains("did you mean 'zsh'?"), "\(outcome.errors)")
    }

    static let lines: [(line: [String], found: [String])] = [
        (["ren"], ["render"]), (["help", "rend"], ["render"]), (["render", "--mast"], ["--mastering"]),
        (["render", "--filter", "zoomB"], ["zoomBlur"]), (["render", "--codec", "h"], ["hevc", "h264"]),
        (["render", "in.mov", "--levels", ""], ["narrow", "full"]), (["render", "--color", "pq"], ["pq", "pq-p3"]),
        (["check", "zoomB"], ["zoomBlur"]), (["completion", "z"], ["zsh"]), (["new", "are"], ["area"]),
        (["render", "clip.m"], ["clip.mov"]), (["render", "--shaders", "fol"], ["folder"]),
        (["render", "--filter", "mine.g"], ["mine.glsl"]), (["render", "--crf", "1"], []),
    ]

    /// A folder with a clip, a filter and a folder in it, and the script of a shell.
    private func place(_ shell: String) async throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write("", to: "clip.mov")
        try folder.write("", to: "mine.glsl")
        try FileManager.default.createDirectory(atPath: folder.path("folder"), withIntermediateDirectories: true)
        let script = try await BuiltProgram.candela(["completion", shell])
        try folder.write(script.output, to: "script")
        return folder
    }

    @Test(.enabled(if: isPresent("bash") || FileManager.default.isExecutableFile(atPath: "/bin/bash"), "no bash"))
    func bashCompletes() async throws {
        let folder = try await place("bash")
        var script = """
            set -u
            source ./script
            try() { COMP_WORDS=(candela "$@"); COMP_CWORD=$#; COMPREPLY=(); _candela; echo "${COMPREPLY[*]-}"; }

            """
        for each in Self.lines { script += "try " + each.line.map { "'\($0)'" }.joined(separator: " ") + "\n" }
        try folder.write(script, to: "try.sh")
        let outcome = try await BuiltProgram.shell("bash try.sh", in: folder.url)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let answers = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
        for (each, answer) in zip(Self.lines, answers) {
            #expect(Set(answer.split(separator: " ").map(String.init)) == Set(each.found), "\(each.line): \(answer)")
        }
    }

    @Test(.enabled(if: isPresent("fish"), "fish is not installed")) func fishCompletes() async throws {
        let folder = try await place("fish")
        var script = "source ./script\n"
        for each in Self.lines {
            script +=
                "complete -C 'candela \(each.line.joined(separator: " "))' | string replace -r '\\t.*' ''; echo ---\n"
        }
        try folder.write(script, to: "try.fish")
        let outcome = try await BuiltProgram.shell("HOME=$PWD fish try.fish", in: folder.url)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let answers = outcome.output.components(separatedBy: "---\n")
        for (each, answer) in zip(Self.lines, answers) {
            let words = answer.split(separator: "\n").map { $0.hasSuffix("/") ? String($0.dropLast()) : String($0) }
            #expect(Set(words) == Set(each.found), "\(each.line): \(answer)")
        }
    }

    /// zsh reads the script, and its `_arguments` takes every specification.
    @Test(.enabled(if: isPresent("zsh"), "zsh is not installed")) func zshReadsIt() async throws {
        let folder = try await place("zsh")
        try folder.write(
            """
            _describe() { print -r -- "${(@P)2%%:*}" }
            _files() { print -r -- files "$@" }
            _arguments() {
                local -a given; given=("${@:#-S}")
                # As comparguments reads them: exclusions, name, [summary], then :message:action.
                for each in "${given[@]}"; do
                    [[ $each == (|\\(*\\)|\\*)(-|)*\\[*\\](|:*:*) || $each == \\*:*:* ]] || print -r -- "wrong: $each"
                done
                print -r -- $#given
            }
            compadd() { print -r -- added }
            words=(candela '') CURRENT=2
            source ./script
            for command in \(CommandLineTool.commands.map(\.name).joined(separator: " ")); do
                words=(candela $command '') CURRENT=3
                _candela
            done
            """, to: "try.zsh")
        let outcome = try await BuiltProgram.shell("zsh -f -n script; zsh -f try.zsh", in: folder.url)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n")
        #expect(!lines.contains { $0.hasPrefix("wrong") }, "\(outcome.output)")
        // Both names of an option count, and the operands.
        let counts = CommandLineTool.commands.map { command in
            "\(command.allOptions.reduce(1) { $0 + ($1.short == nil ? 1 : 2) })"
        }
        #expect(Array(lines.suffix(counts.count)).map(String.init) == counts, "\(outcome.output)")
    }

    @Test(.enabled(if: isPresent("groff"), "groff is not installed")) func groffTakesThePage() async throws {
        let folder = try await place("man")
        let outcome = try await BuiltProgram.shell("groff -K utf8 -man -ww -T utf8 script", in: folder.url)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let plain = outcome.output.replacing(/\u{1B}\[[0-9;]*m/, with: "").replacing(/.\u{8}/, with: "")
        for word in ["NAME", "SYNOPSIS", "--mastering DISPLAY", "EXIT STATUS", "CANDELA_SHADERS", "cd/m²"] {
            #expect(plain.contains(word), "\(word)")
        }
    }
}
