import CFFmpeg

/// The library's view of an output file.
final class OutputStream {
    let raw: UnsafeMutablePointer<AVIOContext>
    private let file: OutputFile

    init(_ file: OutputFile) throws(MediaError) {
        self.file = file
        let count = 1 << 16
        let buffer = try create("av_malloc", on: file.path) { av_malloc(count)?.assumingMemoryBound(to: UInt8.self) }
        let opaque = Unmanaged.passUnretained(file).toOpaque()
        let opened: UnsafeMutablePointer<AVIOContext>
        do {
            opened = try create("avio_alloc_context", on: file.path) {
                candelaOpenOutput(buffer, Int32(count), opaque, Self.write, file.isRegular ? Self.seek : nil)
            }
        } catch {
            av_free(buffer)
            throw error
        }
        raw = opened
    }

    deinit {
        // The library may have exchanged the buffer.
        av_free(raw.pointee.buffer)
        var context: UnsafeMutablePointer<AVIOContext>? = raw
        avio_context_free(&context)
    }

    /// Writes what is buffered and throws what went wrong so far.
    func flush() throws(MediaError) {
        avio_flush(raw)
        try call("write", on: file.path, kind: .system) {
            file.failure != 0 ? candelaError(file.failure) : raw.pointee.error
        }
    }

    private static let write: candelaWriter = { opaque, bytes, count in
        guard let opaque, let bytes else { return candelaError(EINVAL) }
        return Unmanaged<OutputFile>.fromOpaque(opaque).takeUnretainedValue()
            .write(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    }

    private static let seek: candelaSeeker = { opaque, offset, whence in
        guard let opaque else { return Int64(candelaError(EINVAL)) }
        return Unmanaged<OutputFile>.fromOpaque(opaque).takeUnretainedValue().seek(offset, whence)
    }
}
