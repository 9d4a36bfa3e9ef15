// swift-tools-version: 6.0
import Foundation
import PackageDescription

/// The libraries of glslang and what it leans on that this machine has: releases of glslang come in ever fewer pieces.
let glslangLibraries: [String] = {
    let root = "/usr/lib"
    let triples = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).filter { $0.contains("-linux-") }
    let folders = triples.sorted().map { root + "/" + $0 } + [root, "/usr/lib64", "/usr/local/lib", "/usr/local/lib64"]
    let pieces = [
        "MachineIndependent", "GenericCodeGen", "OSDependent", "OGLCompiler", "SPIRV", "SPIRV-Tools-opt", "SPIRV-Tools",
        "glslang-default-resource-limits",
    ]
    let installed = pieces.filter { piece in
        folders.contains { folder in
            [".a", ".so"].contains { FileManager.default.fileExists(atPath: folder + "/lib" + piece + $0) }
        }
    }
    return ["glslang"] + installed + ["stdc++"]
}()

/// A library target with the strict settings that every target shares.
func floor(_ name: String, _ dependencies: [String] = []) -> Target {
    .target(name: name, dependencies: dependencies.map { .byName(name: $0) })
}

/// A test target; the tables of Tests/Golden are read from disk, next to the sources.
func tests(_ name: String, _ dependencies: [String], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies.map { .byName(name: $0) }, exclude: exclude)
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
        floor("Bitstreams"),
        .target(
            name: "Shaders", path: "Shaders",
            resources: [.copy("filters"), .copy("color"), .copy("planes")]),
        .systemLibrary(name: "CVulkan", pkgConfig: "vulkan", providers: [.apt(["libvulkan-dev"])]),
        .systemLibrary(name: "CGlslang", providers: [.apt(["glslang-dev", "spirv-tools"])]),
        .systemLibrary(
            name: "CFFmpeg", pkgConfig: "libavformat",
            providers: [
                .apt(["libavfilter-dev", "libavformat-dev", "libavcodec-dev", "libswresample-dev", "libswscale-dev"])
            ]),
        // Floor 1
        floor("FilterGraph", pure),
        // Floor 2
        floor("CPUReference", pure + ["FilterGraph"]),
        .target(
            name: "VulkanGPU",
            dependencies: (pure + ["FilterGraph", "CVulkan", "CGlslang"]).map { .byName(name: $0) },
            linkerSettings: glslangLibraries.map { .linkedLibrary($0) }),
        floor("MediaIO", pure + ["Bitstreams", "CFFmpeg"]),
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
        tests("BitstreamsTests", ["Bitstreams"]),
        tests("FilterGraphTests", ["FilterGraph"] + pure),
        tests("CPUReferenceTests", ["CPUReference", "FilterGraph"] + pure),
        tests("VulkanGPUTests", ["VulkanGPU", "CPUReference", "FilterGraph", "FilterCheck"] + pure),
        tests("MediaIOTests", ["MediaIO", "Bitstreams"] + pure),
        tests("CompositionTests", ["Candela", "Bitstreams"]),
        tests(
            "FilterCheckTests", ["FilterCheck", "CPUReference", "FilterGraph"] + pure, exclude: ["Right", "Wrong"]),
        // They wait for the program, and compiling them is the end of every build.
        .testTarget(
            name: "CommandTests", dependencies: ["Candela", "CandelaCLI"], swiftSettings: [.unsafeFlags(["-Onone"])]),
        // Random programs, on a device and in the evaluator: run by tools/fuzz.
        .executableTarget(
            name: "ProgramFuzz",
            dependencies: (pure + ["FilterGraph", "CPUReference", "VulkanGPU"]).map { .byName(name: $0) },
            path: "Tests/ProgramFuzz"),
    ],
    swiftLanguageModes: [.v6]
)
