// swift-tools-version: 6.0
import PackageDescription

/// A library target with the strict settings that every target shares.
func floor(_ name: String, _ dependencies: [String] = []) -> Target {
    .target(name: name, dependencies: dependencies.map { .byName(name: $0) })
}

/// A test target; the tables of Tests/Golden are read from disk, next to the sources.
func tests(_ name: String, _ dependencies: [String]) -> Target {
    .testTarget(name: name, dependencies: dependencies.map { .byName(name: $0) })
}

let pure = ["ColorScience", "Frames", "FilterLanguage", "Shaders"]

let package = Package(
    name: "candela",
    products: [
        .library(name: "Candela", targets: ["Candela"]),
        .executable(name: "candela", targets: ["CandelaCLI"]),
    ],
    targets: [
        // Floor 0
        floor("ColorScience"),
        floor("Frames", ["ColorScience"]),
        floor("FilterLanguage"),
        .target(
            name: "Shaders", path: "Shaders",
            resources: [.copy("filters"), .copy("color"), .copy("planes")]),
        .systemLibrary(name: "CVulkan", pkgConfig: "vulkan", providers: [.apt(["libvulkan-dev"])]),
        .systemLibrary(name: "CGlslang", providers: [.apt(["glslang-dev", "spirv-tools"])]),
        .systemLibrary(
            name: "CFFmpeg", pkgConfig: "libavformat",
            providers: [.apt(["libavformat-dev", "libavcodec-dev", "libswresample-dev", "libswscale-dev"])]),
        // Floor 1
        floor("FilterGraph", pure),
        // Floor 2
        floor("CPUReference", pure + ["FilterGraph"]),
        floor("VulkanGPU", pure + ["FilterGraph", "CVulkan", "CGlslang"]),
        floor("MediaIO", pure + ["CFFmpeg"]),
        // Floor 3
        floor("Composition", pure + ["FilterGraph", "CPUReference", "VulkanGPU", "MediaIO"]),
        floor("FilterCheck", pure + ["FilterGraph", "CPUReference"]),
        // Floor 4
        floor("Candela", pure + ["FilterGraph", "CPUReference", "VulkanGPU", "MediaIO", "Composition", "FilterCheck"]),
        .executableTarget(name: "CandelaCLI", dependencies: ["Candela"]),
        // Tests
        tests("ColorScienceTests", ["ColorScience"]),
        tests("FramesTests", ["Frames", "ColorScience"]),
        tests("FilterLanguageTests", ["FilterLanguage"]),
        tests("FilterGraphTests", ["FilterGraph"] + pure),
        tests("CPUReferenceTests", ["CPUReference", "FilterGraph"] + pure),
        tests("VulkanGPUTests", ["VulkanGPU", "CPUReference", "FilterGraph", "FilterCheck"] + pure),
        tests("MediaIOTests", ["MediaIO"] + pure),
        tests("CompositionTests", ["Candela"]),
        tests("FilterCheckTests", ["FilterCheck", "CPUReference", "FilterGraph"] + pure),
        tests("CommandTests", ["Candela"]),
    ],
    swiftLanguageModes: [.v6]
)
