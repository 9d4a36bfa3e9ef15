import FilterGraph
import Shaders
import Synchronization
import Testing
import VulkanGPU

/// The renderer that tests share, on a device with validation on.
enum TestRenderer {
    private static let stored = Mutex<GPURenderer?>(nil)

    static func shared() throws -> GPURenderer {
        try stored.withLock { stored in
            if let stored { return stored }
            let renderer = GPURenderer(
                device: try GPUDevice(validation: ValidationLog()), library: try library(), capacity: 4)
            stored = renderer
            return renderer
        }
    }
    /// The colour library of this source tree.
    static func library() throws -> ColorLibrary {
        try ColorLibrary(try #require(ShaderLibrary(override: PixelRun.shaders)))
    }
}
