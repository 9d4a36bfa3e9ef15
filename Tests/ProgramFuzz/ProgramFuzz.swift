import FilterGraph
import FilterLanguage
import Foundation
import Shaders
import VulkanGPU

/// Runs random programs of the filter language on a device and in the evaluator; any disagreement is shrunk, printed
/// with its seed, and fails.
@main
struct ProgramFuzz {
    var count = 1000
    var seed: UInt64 = 1
    /// The number of the first program, where a run is to be gone on with.
    var first = 0
    var batchSize = 24
    /// Only the program of this seed.
    var only: UInt64?
    var kinds = Generator.Kind.allCases
    var isVerbose = false
    /// Measures the evaluator instead.
    var isSpeed = false

    private var judged = 0
    private var undecided = 0
    private var unpromised = 0
    private var refused = 0
    private var found = 0

    static func main() {
        do {
            var fuzz = try ProgramFuzz(Array(CommandLine.arguments.dropFirst()))
            exit(try fuzz.run() ? 0 : 1)
        } catch {
            FileHandle.standardError.write(Data("program fuzz: \(error)\n".utf8))
            exit(70)
        }
    }

    private init(_ words: [String]) throws {
        var words = words[...]
        while let word = words.popFirst() {
            if word == "--speed" {
                isSpeed = true
                continue
            }
            if word == "--verbose" {
                isVerbose = true
                continue
            }
            guard let text = words.popFirst() else { throw Failure("\(word) needs a value") }
            switch (word, UInt64(text)) {
            case ("--programs", let number?): count = Int(number)
            case ("--seed", let number?): seed = number
            case ("--from", let number?): first = Int(number)
            case ("--batch", let number?) where number > 0: batchSize = Int(number)
            case ("--only", let number?): only = number
            case ("--kind", _): kinds = Generator.Kind.allCases.filter { $0.rawValue == text }
            default:
                throw Failure(
                    "\(word) \(text): unknown; there are --programs, --seed, --from, --batch, --only, --kind, --verbose"
                )
            }
        }
        guard !kinds.isEmpty else { throw Failure("--kind: one of \(Generator.Kind.allCases.map(\.rawValue))") }
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    /// Prints a line at once: what is known must not be lost with a crash.
    private static func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

    // MARK: Running

    private mutating func run() throws -> Bool {
        if isSpeed {
            for line in try EvaluatorSpeed.lines() { Self.say(line) }
            return true
        }
        let shaders = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Shaders").path
        guard let library = ShaderLibrary(override: shaders) else { throw Failure("no shaders at \(shaders)") }
        let device = try GPUDevice(
            selecting: nil, validation: nil, strategy: nil, counters: GPUCounters(), cacheFolder: nil)
        let renderer = GPURenderer(device: device, library: try ColorLibrary(library), capacity: 2)
        let started = Date()
        if let only {
            let program = Program(seed: only, kind: kinds[0])
            Self.say(program.source)
            try judge([program], renderer)
        } else {
            var next = first
            while next < count {
                // A crash leaves the place behind.
                FileHandle.standardError.write(Data("--seed \(seed) --from \(next)\n".utf8))
                let kind = kind(of: next / batchSize)
                let programs = (next..<min(next + batchSize, count)).compactMap { sound(kind, $0) }
                next += batchSize
                if !programs.isEmpty { try judge(programs, renderer) }
                if isVerbose { Self.say("\(next) programs, \(-started.timeIntervalSinceNow) s") }
            }
        }
        return report(-started.timeIntervalSinceNow)
    }

    private func kind(of batch: Int) -> Generator.Kind {
        kinds.count == 1 ? kinds[0] : [.blend, .blend, .blend, .area, .blend, .signal, .blend, .warp][batch % 8]
    }

    /// The program of a number; another one where the checker refuses it, which it may for the order of changes alone.
    private mutating func sound(_ kind: Generator.Kind, _ number: Int) -> Program? {
        for attempt in 0..<8 {
            let program = Program(seed: seed &* 1_000_003 &+ UInt64(number) &* 8 &+ UInt64(attempt), kind: kind)
            do {
                _ = try Filter(source: program.source, path: "program.glsl")
                return program
            } catch {
                refused += 1
                if isVerbose { Self.say("refused \(program.seed): \(error.illustrated)") }
            }
        }
        return nil
    }

    private mutating func judge(_ programs: [Program], _ renderer: GPURenderer) throws {
        // A hang leaves the place behind too, and ends by this clock.
        FileHandle.standardError.write(
            Data("--only \(programs[0].seed) --kind \(programs[0].kind), and \(programs.count - 1) more\n".utf8))
        alarm(600)
        let outcome = try Batch(programs: programs).run(on: renderer)
        judged += outcome.judged
        undecided += outcome.undecided
        unpromised += outcome.unpromised
        if let refusal = outcome.refusal {
            if programs.count > 1 {
                for program in programs { try judge([program], renderer) }
                return
            }
            found += 1
            show(Shrinker(renderer: renderer).shrunk(programs[0]), programs[0], refusal)
        }
        for disagreement in outcome.disagreements.prefix(3) {
            found += 1
            let program = programs[disagreement.program]
            let small = Shrinker(renderer: renderer).shrunk(program)
            var again: Batch.Disagreement?
            if let outcome = try? Batch(programs: [small]).run(on: renderer) { again = outcome.disagreements.first }
            show(small, program, Self.words(again ?? disagreement))
        }
    }

    private static func words(_ it: Batch.Disagreement) -> String {
        "channel \(it.channel) is \(it.found), should be \(it.exact) within \(it.bound); inputs \(it.inputs), column \(it.column)"
    }

    private func show(_ small: Program, _ program: Program, _ problem: String) {
        Self.say("== program \(program.seed), kind \(program.kind.rawValue): \(problem)")
        Self.say(small.node.text(prefix: "p0"))
        Self.say("again: tools/fuzz --program \(program.seed) --kind \(program.kind.rawValue)")
    }

    private func report(_ seconds: TimeInterval) -> Bool {
        let all = max(judged + undecided + unpromised, 1)
        func share(_ part: Int) -> String { String(format: "%.1f %%", 100 * Double(part) / Double(all)) }
        Self.say(
            "programs: \(only == nil ? count : 1) in \(Int(seconds)) s, \(judged) channels judged (\(share(judged))), "
                + "\(share(undecided)) undecided, \(share(unpromised)) unpromised, \(refused) refused, \(found) disagreements"
        )
        if only == nil, judged * 3 < all {
            Self.say("too little was judged for this to prove anything")
            return false
        }
        return found == 0
    }
}
