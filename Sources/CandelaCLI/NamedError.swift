import Candela

extension CommandError {
    /// The sentence and exit code for whatever a module threw; `subject` is what was being worked on.
    init(reporting error: any Error, about subject: String) {
        switch error {
        case let error as CommandError:
            self = error
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
            let wayOut = error.wayOut.isEmpty ? "" : "; \(error.wayOut)"
            let code = ExitCode(rawValue: error.kind.exitStatus) ?? .internalError
            self.init(error.subject, error.problem + wayOut, code: code)
        case let error as VulkanError:
            self.init(error.subject, "\(error.call) failed: \(error.result)", code: .unavailable)
        case DeviceError.noSuchDevice(let wanted, let present):
            self.init("--device", "no device is called '\(wanted)'; choose one of \(present.joined(separator: ", "))")
        case let error as DeviceError:
            self.init("Vulkan", error.description, code: .unavailable)
        case let error as ShaderError:
            self.init(error.label, "its shader does not compile: \(error.problem)", code: .internalError)
        case let error as FrameError:
            self.init(error.subject, error.problem, code: .internalError)
        case is CancellationError:
            self.init(subject, "interrupted", code: .interrupted)
        default:
            self.init(subject, "\(error)", code: .internalError)
        }
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
