import Candela
import Foundation

extension CommandError {
    /// The sentence and exit code for whatever a module threw; `subject` is what was being worked on, `output` what was
    /// being written.
    init(reporting error: any Error, about subject: String, output: String? = nil) {
        self.init(naming: error, about: subject, output: output)
        if self.subject.isEmpty { self.subject = "''" }
        guard self.subject == "-" else { return }
        // Where both are streams, a system's error is that of what is written: reading a pipe hardly ever fails.
        let isOutput = output == "-" && (subject != "-" || code == .inputOutput || code == .closedPipe)
        self.subject = isOutput ? "standard output" : "standard input"
    }

    private init(naming error: any Error, about subject: String, output: String?) {
        switch error {
        case let error as CommandError:
            self = error
        case let error as Console.OutputError:
            self.init(reporting: MediaError(system: error.number, call: "write", subject: "standard output"))
            if error.number == EPIPE { code = .closedPipe }
        case let error as SourceError:
            // `illustrated` repeats the first line, which is printed as the sentence.
            let lines = error.illustrated.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
            let place = error.line == 0 ? error.file : "\(error.file):\(error.line):\(max(error.column, 1))"
            self.init(
                place, error.problem, code: .badData,
                illustration: lines.isEmpty ? nil : lines.joined(separator: "\n"))
        case let error as GraphError:
            self.init(error.node, error.problem, code: error.exceedsDevice ? .unavailable : .usage)
        case let error as SettingError:
            let subject = error.parameter.isEmpty ? error.filter : "\(error.filter):\(error.parameter)"
            self.init(subject, error.problem)
        case let error as CompositionError:
            self.init(error.subject, error.problem, code: ExitCode(error.kind))
        case let error as MediaError:
            self.init(reporting: error)
            if error.isClosedPipe, error.subject == output || error.call == "write" { code = .closedPipe }
        case let error as VulkanError:
            let result = "\(error.result)"
            let way = result.contains(";") ? "" : "; update the driver, or choose another device with --device"
            self.init(error.subject, "\(error.call) failed: \(result)\(way)", code: .unavailable)
        case DeviceError.noSuchDevice(let wanted, let present):
            self.init("--device", "no device is called '\(wanted)'; choose one of \(present.joined(separator: ", "))")
        case let error as DeviceError:
            self.init("Vulkan", error.description, code: .unavailable)
        case let error as ShaderError:
            self.init(
                error.label,
                "its shader does not compile: \(error.problem); \(Self.mistakeOfOurs)",
                code: .internalError)
        case let error as FrameError:
            self.init(
                error.subject, "\(error.problem); \(Self.mistakeOfOurs)", code: .internalError)
        case is CancellationError:
            self.init(subject, "interrupted", code: .interrupted)
        default:
            self.init(subject, "\(error); \(Self.mistakeOfOurs)", code: .internalError)
        }
    }

    /// The way out where nobody but us has one.
    private static let mistakeOfOurs = "this is a mistake of ours, please report it"

    private init(reporting error: MediaError) {
        let code = ExitCode(rawValue: error.kind.exitStatus) ?? .internalError
        let way = error.wayOut.isEmpty && code == .internalError ? Self.mistakeOfOurs : error.wayOut
        let wayOut = way.isEmpty ? "" : "; \(way)"
        self.init(error.subject, error.problem + wayOut, code: code)
    }
}

extension ExitCode {
    fileprivate init(_ kind: CompositionError.Kind) {
        self =
            switch kind {
            case .usage: .usage
            case .data: .badData
            case .unavailable: .unavailable
            case .inputOutput: .inputOutput
            case .cancelled: .interrupted
            }
    }
}
