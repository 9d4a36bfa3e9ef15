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
            let shaders = try #require(ShaderLibrary(override: PixelRun.shaders))
            let renderer = GPURenderer(
                device: try GPUDevice(validation: ValidationLog()), library: try ColorLibrary(shaders), capacity: 4)
            stored = renderer
            return renderer
        }
    }
}
