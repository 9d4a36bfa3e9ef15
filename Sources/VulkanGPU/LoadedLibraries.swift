import Foundation

/// The shared libraries of this process.
///
/// A driver's own threads may still be on their way out when its instance is destroyed; the loader then unloads the
/// driver, and such a thread goes on in memory that is no more. So what came with an instance stays until the process ends.
struct LoadedLibraries {
    private let paths: Set<String>

    /// Those that are loaded now, as the kernel lists what is mapped; none where it does not tell.
    init() {
        let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
        let lines = maps.split(separator: "\n").filter { $0.contains(".so") }
        paths = Set(lines.compactMap { line in line.firstIndex(of: "/").map { String(line[$0...]) } })
    }

    /// Keeps what was loaded since, until the process ends.
    func keepNewer() {
        for path in LoadedLibraries().paths.subtracting(paths) {
            // Never closed: the handle only marks the library.
            _ = dlopen(path, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE)
        }
    }
}
