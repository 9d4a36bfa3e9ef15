// What `import Candela` brings: every module below it, under its own name.
@_exported import CPUReference
@_exported import ColorScience
@_exported import Composition
@_exported import FilterCheck
@_exported import FilterGraph
@_exported import FilterLanguage
@_exported import Frames
@_exported import MediaIO
@_exported import Shaders
@_exported import VulkanGPU
