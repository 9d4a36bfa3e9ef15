import CFFmpeg
import Foundation

extension MediaWriter {
    /// Throws what opening the output would throw, so that it can be told before any work; leaves nothing behind.
    ///
    /// Pipes and devices are not opened: that may wait for whoever reads them.
    public static func check(path: String, overwrites: Bool, inputs: [String]) throws(MediaError) {
        var info = stat()
        if path == "-" || stat(path, &info) == 0 && ![S_IFREG, S_IFDIR].contains(info.st_mode & S_IFMT) { return }
        _ = try OutputFile(path: path, overwrites: overwrites, inputs: inputs)
    }
}
