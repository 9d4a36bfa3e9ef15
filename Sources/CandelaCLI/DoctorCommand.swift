import Candela
import Foundation

/// `candela doctor`: looks at everything a rendering needs and names the first thing missing.
enum DoctorCommand {
    static let command = Command(
        name: "doctor", summary: "Look whether everything needed is there.", operands: "", operandCount: 0...0,
        options: [
            Option("--device", .text("NAME|INDEX|UUID"), "Look at this device instead of the best one."),
            Option("--shaders", .text("DIR"), "Take filters from DIR."),
            Option("--json", .flag, "One JSON document instead of text."),
        ],
        notes: "Exit 0 when a rendering can be done, 69 with the first thing missing when not.",
        run: { try run($0) })

    /// One thing looked at.
    struct Examination {
        var name: String
        /// What was found, for people.
        var findings: [String]
        /// What was found, for programs.
        var details: JSON
        /// Why a rendering cannot be done, when this is the reason.
        var failure: CommandError?
    }

    private static func run(_ arguments: Arguments) throws -> ExitCode {
        let all = examinations(arguments)
        if arguments.has("--json") {
            let list: [JSON] = all.map {
                [
                    "name": .string($0.name), "ok": .bool($0.failure == nil),
                    "problem": JSON($0.failure?.description), "details": $0.details,
                ]
            }
            try Console.print(
                JSON.object([("version", .string(CommandLineTool.version)), ("examinations", .array(list))]).page)
        } else {
            for examination in all {
                let mark = examination.failure == nil ? "ok" : "MISSING"
                try Console.print("\(column(mark, 9))\(examination.name)")
                for finding in examination.findings { try Console.print("         \(finding)") }
            }
        }
        guard let failure = all.lazy.compactMap(\.failure).first else { return .success }
        let isWrongName = failure.subject == "--device"
        throw CommandError(failure.subject, failure.problem, code: isWrongName ? .usage : .unavailable)
    }

    private static func examinations(_ arguments: Arguments) -> [Examination] {
        let selection = arguments.text("--device").map { GPUDevice.Selection($0) }
        let folder = arguments.text("--shaders")
        return [
            Examination(
                name: "candela \(CommandLineTool.version)",
                findings: ["\(ProcessInfo.processInfo.activeProcessorCount) processors"],
                details: ["processors": .integer(ProcessInfo.processInfo.activeProcessorCount)]),
            examine("filters") { try filters(folder) },
            examine("Vulkan devices") { try devices() },
            examine("rendering") { try rendering(selection, folder) },
            examine("codecs") { try codecs() },
        ]
    }

    private static func examine(
        _ name: String, _ body: () throws -> (findings: [String], details: JSON)
    ) -> Examination {
        do {
            let (findings, details) = try body()
            return Examination(name: name, findings: findings, details: details)
        } catch {
            let failure = CommandError(reporting: error, about: name)
            return Examination(name: name, findings: ["\(failure)"], details: .null, failure: failure)
        }
    }

    private static func filters(_ folder: String?) throws -> ([String], JSON) {
        let catalog = try FilterCatalog(folder: folder)
        for name in catalog.names { _ = try catalog.filter(named: name) }
        guard !catalog.names.isEmpty else {
            throw CommandError(catalog.library.folder.path, "holds no filters; name another with --shaders")
        }
        let path = catalog.library.folder.path
        return (
            ["\(catalog.names.count) in \(path)"], ["count": .integer(catalog.names.count), "folder": .string(path)]
        )
    }

    private static func devices() throws -> ([String], JSON) {
        let all = try GPUDevice.all()
        guard !all.isEmpty else { throw DeviceError.noDevice }
        let lines = all.flatMap { device in
            [
                "\(device.index): \(device.name), \(device.kind.rawValue), Vulkan \(device.apiVersion)",
                "   \(device.driverName) \(device.driverInfo), \(device.localByteCount >> 20) MiB, \(device.uuid)",
            ] + (device.missing.map { ["   cannot be used: it lacks \($0)"] } ?? [])
        }
        let list: [JSON] = all.map { device in
            [
                "index": .integer(device.index), "name": .string(device.name), "kind": .string(device.kind.rawValue),
                "uuid": .string(device.uuid), "vulkan": .string(device.apiVersion),
                "driver": .string(device.driverName), "driverInfo": .string(device.driverInfo),
                "memoryBytes": .integer(device.localByteCount), "missing": JSON(device.missing),
                "largestBufferBytes": .integer(device.limits.storageBufferByteCount),
                "buffersPerPass": .integer(device.limits.storageBuffersPerStage),
                "importsHostMemory": .bool(device.limits.hostImportAlignment != nil),
            ]
        }
        return (lines, .array(list))
    }

    /// Renders one small picture, which needs the loader, a driver, the shader compiler and the library of shaders.
    private static func rendering(_ selection: GPUDevice.Selection?, _ folder: String?) throws -> ([String], JSON) {
        let device = try GPUDevice(selecting: selection)
        let renderer = GPURenderer(device: device, library: try FilterCatalog(folder: folder).colors)
        let picture = PictureDescription(layout: .rgba16f, codedWidth: 16, codedHeight: 16, content: .light)
        let job = RenderJob(
            graph: Graph(), sources: [picture], output: OutputDescription(picture: picture, dither: .none),
            color: CompositionColor(properties: .pq, peakNits: 1000))
        let source = HostPlanes(layout: .rgba16f, width: 16, height: 16)
        let target = HostPlanes(layout: .rgba16f, width: 16, height: 16)
        let one: UInt16 = 0x3C00
        source.planes[0].address.raw.storeBytes(of: one, as: UInt16.self)
        try renderer.render(job, sources: [source], at: .zero, into: target)
        guard target.planes[0].address.raw.load(as: UInt16.self) == one else {
            throw CommandError(
                device.info.name, "renders wrong pictures; update its driver or choose another with --device")
        }
        let software = device.info.isSoftware ? " (software: right, but slow)" : ""
        return (
            ["on \(device.info.name)\(software)"],
            ["device": .string(device.info.name), "software": .bool(device.info.isSoftware)]
        )
    }

    private static func codecs() throws -> ([String], JSON) {
        let available = EncoderLibrary.available.map(\.rawValue)
        guard available.contains("hevc") else {
            throw CommandError("libavcodec", "cannot encode HEVC; install a build with libx265")
        }
        return (
            ["writes \(available.joined(separator: ", "))", EncoderLibrary.versions.joined(separator: ", ")],
            [
                "writes": .array(available.map(JSON.string)),
                "versions": .array(EncoderLibrary.versions.map(JSON.string)),
            ]
        )
    }
}
