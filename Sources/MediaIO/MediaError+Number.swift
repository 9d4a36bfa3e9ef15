import CFFmpeg

extension MediaError {
    /// The error of a library's number, with the library's own last words when it had any.
    init(call: String, subject: String, code: Int32, kind: Kind = .data, wayOut: String = "") {
        let words = LibraryLog.takeLastWords()
        let isRefusal = kind == .usage && code == candelaErrorInvalidData
        let text = isRefusal ? "what was chosen does not go together" : Self.text(of: code)
        let kind = Self.kind(of: code) ?? kind
        // What the operating system refused has its own way out, whatever was being done.
        let own = Self.hint(of: code)
        let ways = Self.kind(of: code) == .system ? [own, wayOut] : [wayOut, own, Self.hint(of: kind)]
        self.init(
            kind: kind, call: call, subject: subject, code: code,
            problem: words.isEmpty || text.hasPrefix(words) ? text : "\(text) (\(words))",
            wayOut: ways.first { !$0.isEmpty } ?? Self.hint(of: kind))
    }

    /// What can be done where the number says nothing that helps.
    private static func hint(of kind: Kind) -> String {
        switch kind {
        case .usage: "choose another setting"
        case .data: "check that the file is complete and not damaged"
        case .unavailable: "install a fuller FFmpeg"
        case .software: "this is a mistake of ours, please report it"
        case .system: "check the path and the disk"
        }
    }

    /// Whether it is that a file stands there already.
    package var isAlreadyThere: Bool { code == candelaError(EEXIST) }

    /// The error of the operating system's `number`, such as `ENOSPC`.
    package init(system number: Int32, call: String, subject: String, wayOut: String = "") {
        LibraryLog.forget()
        self.init(call: call, subject: subject, code: candelaError(number), kind: .system, wayOut: wayOut)
    }

    /// What av_strerror says, or better words where it says little.
    static func text(of code: Int32) -> String {
        switch code {
        case candelaErrorInvalidData: return "it cannot be understood as video"
        case candelaErrorExternal: return "the library that does it failed"
        case candelaErrorUnknown: return "it failed for a reason that the library does not tell"
        case candelaErrorPatchWelcome: return "it is of a kind that the library does not know"
        default: break
        }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            guard let base = buffer.baseAddress, av_strerror(code, base, 128) >= 0 else { return "error \(code)" }
            return lowercasedFirst(String(cString: base))
        }
    }

    private static func kind(of code: Int32) -> Kind? {
        switch code {
        case candelaErrorInvalidData, candelaErrorEnd, candelaErrorAgain, candelaError(EINVAL), candelaErrorUnknown:
            nil
        case candelaErrorNoDecoder, candelaErrorNoEncoder, candelaErrorNoMuxer: .unavailable
        case candelaErrorNoDemuxer: .data
        case candelaErrorExternal, candelaError(ENOSYS): nil
        case -4095..<0: .system  // an errno
        default: nil
        }
    }

    /// What can be done about it; empty where nothing is known to help.
    private static func hint(of code: Int32) -> String {
        switch code {
        case candelaError(ENOENT), candelaError(ENOTDIR): "check the path"
        case candelaError(EACCES), candelaError(EPERM): "check its permissions"
        case candelaError(ENOSPC), candelaError(EDQUOT): "free some space, or write to another disk"
        case candelaError(EFBIG): "raise the limit on the size of files (ulimit -f), or write less"
        case candelaError(EROFS): "write to another disk"
        case candelaError(EEXIST): "give --overwrite to replace it"
        case candelaError(EISDIR): "name a file in it"
        case candelaError(ENAMETOOLONG): "choose a shorter name"
        case candelaError(ELOOP): "check where its links lead"
        case candelaError(ENXIO), candelaError(ENODEV): "check that the device is there"
        case candelaError(EBADF): "open it, or name a file"
        case candelaError(EPIPE): "whoever read it has gone"
        case candelaError(EMFILE), candelaError(ENFILE): "close other files, or raise their limit (ulimit -n)"
        case candelaErrorNoMemory: "close other programs, or use smaller pictures"
        case candelaError(EIO): "check the disk or the connection"
        case candelaErrorInvalidData: "check that the file is complete and not damaged"
        default: ""
        }
    }

    /// Whether it is that a pipe's reader has gone.
    package var isClosedPipe: Bool { code == candelaError(EPIPE) }

    private static func lowercasedFirst(_ text: String) -> String {
        // "I/O error" and the like keep their capitals.
        guard let first = text.first, text.dropFirst().first?.isLowercase == true else { return text }
        return first.lowercased() + text.dropFirst()
    }
}
