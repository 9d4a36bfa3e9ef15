import CVulkan
import FilterGraph
import Frames

/// A program compiled for a device: its pipelines, where it must wait between passes, and where its settings stand.
public final class GPUProgram: Sendable {
    /// What it was compiled from.
    public let program: Program
    let pipelines: [ComputePipeline]
    /// For each pass, whether it must wait for those before it: it reads what they wrote, or writes what they touched.
    let waits: [Bool]
    /// For each pass, bytes from the settings buffer's start to its block.
    let settingsOffsets: [Int]
    let settingsByteCount: Int
    let writesStatistics: Bool
    /// Goes on until it has run; `nil` where nobody is to be told, or nothing is compiled.
    private let compiling: CompileNotice.UnderWay?

    /// Compiles a program.
    ///
    /// Throws `SourceError` or `ShaderError` where a text does not compile, `DeviceError.limit` where the device is too
    /// small for it.
    public init(device: GPUDevice, program: Program) throws {
        try Self.requireLimits(of: device.info, for: program)
        self.program = program
        compiling = Self.compiling(program, on: device)
        pipelines = try program.passes.map { pass in
            do {
                return try device.pipelines.pipeline(for: pass)
            } catch let error as ShaderError {
                throw pass.authors(error)
            }
        }
        waits = Self.waits(program.passes)
        var offsets: [Int] = []
        var end = 0
        // A multiple of every device's alignment: Vulkan allows none above 256.
        for pass in program.passes {
            offsets.append(end)
            end += (max(pass.settings.byteCount, 16) + 255) / 256 * 256
        }
        settingsOffsets = offsets
        settingsByteCount = max(end, 256)
        writesStatistics = program.passes.contains { $0.bindings.contains(.statistics) }
    }

    /// Says that it has run: nothing of it is left to compile.
    func hasRun() { compiling?.end() }

    private static func compiling(_ program: Program, on device: GPUDevice) -> CompileNotice.UnderWay? {
        guard let notice = device.compileNotice, !program.passes.allSatisfy(device.pipelines.holds) else { return nil }
        return notice.begin(
            CompileNotice.Work(device: device.info.name, cacheFolder: device.pipelines.folderPath))
    }

    /// How many times passes wait for one another.
    public var barrierCount: Int { waits.count { $0 } }

    /// The part of a settings buffer that a pass binds.
    func settingsRange(ofPass index: Int, in buffer: GPUBuffer) -> BufferRange {
        BufferRange(
            buffer: buffer, offset: settingsOffsets[index],
            byteCount: max((program.passes[index].settings.byteCount + 15) / 16 * 16, 16))
    }

    /// Writes every pass's settings block; `lookUp` answers the numbers of a value.
    ///
    /// Throws `FrameError` where a value is missing or has too few numbers.
    func writeSettings(
        to address: UnsafeMutableRawPointer, _ lookUp: (SettingsLayout.Value) -> [Double]?
    ) throws(FrameError) {
        for (pass, base) in zip(program.passes, settingsOffsets) {
            for member in pass.settings.members {
                guard let numbers = lookUp(member.value), numbers.count >= member.width else {
                    throw FrameError(
                        subject: "pass \(pass.label)",
                        problem: "no value of \(member.width) numbers for \(member.value)")
                }
                let start = address + base + member.offset
                for (index, number) in numbers.prefix(member.width).enumerated() {
                    start.storeBytes(of: Self.bits(number, member.kind), toByteOffset: 4 * index, as: UInt32.self)
                }
            }
        }
    }

    private static func bits(_ number: Double, _ kind: SettingsLayout.Kind) -> UInt32 {
        let whole = number.isNaN ? 0 : number.rounded()
        return switch kind {
        case .float: Float(number).bitPattern
        case .int: UInt32(bitPattern: Int32(max(min(whole, 2_147_483_647), -2_147_483_648)))
        case .uint: UInt32(max(min(whole, 4_294_967_295), 0))
        }
    }

    private static func waits(_ passes: [PassProgram]) -> [Bool] {
        var written: Set<PassProgram.Resource> = []
        var touched: Set<PassProgram.Resource> = []
        return passes.map { pass in
            let bindings = Set(pass.bindings)
            let mustWait = !bindings.isDisjoint(with: written) || !pass.writes.isDisjoint(with: touched)
            if mustWait { (written, touched) = ([], []) }
            written.formUnion(pass.writes)
            touched.formUnion(bindings)
            return mustWait
        }
    }

    private static func requireLimits(of device: DeviceInfo, for program: Program) throws(DeviceError) {
        func require(_ wanted: Int, atMost offered: Int, _ what: String) throws(DeviceError) {
            guard wanted <= offered else {
                throw DeviceError.limit(device: device.name, what: what, wanted: wanted, offered: offered)
            }
        }
        let limits = device.limits
        for pass in program.passes {
            try require(pass.bindings.count, atMost: limits.storageBuffersPerStage, "storage buffers a pass")
            if let threads = pass.raw?.filter.raw?.threads {
                try require(
                    threads.columns * threads.rows, atMost: limits.workgroupInvocations, "threads a workgroup")
            }
            try require(pass.groupsX, atMost: limits.workgroupsX, "workgroups across")
            try require(pass.groupsY, atMost: limits.workgroupsY, "workgroups down")
        }
        for count in program.intermediateByteCounts {
            try require(count, atMost: limits.storageBufferByteCount, "bytes a storage buffer")
        }
    }
}
