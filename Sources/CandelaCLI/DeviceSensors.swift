import Candela
import Foundation

/// Clocks and power of a GPU, as far as its driver tells: by NVIDIA's management library, or by the kernel's files.
final class DeviceSensors {
    /// What was told at one moment; nothing is guessed.
    struct Reading: Sendable {
        /// MHz of the cores and of the memory.
        var clock: Double?
        var memoryClock: Double?
        /// Power drawn, in watts.
        var watts: Double?
    }

    private let source: @Sendable () -> Reading
    /// Where readings come from; `nil` where nothing is told.
    let name: String?

    /// Finds what tells of a device.
    init(_ device: DeviceInfo) {
        if !device.isSoftware, let nvidia = NVIDIALibrary(uuid: device.uuid) {
            (source, name) = ({ nvidia.reading() }, "NVML")
        } else if !device.isSoftware, let folder = Self.kernelFolder(device) {
            (source, name) = ({ Self.reading(folder) }, "sysfs")
        } else {
            (source, name) = ({ Reading() }, nil)
        }
    }

    /// What is told while `body` runs: the middle of readings twenty times a second, the last one taken at its end.
    func during<Result>(_ body: () throws -> Result) rethrows -> (Result, Reading) {
        guard name != nil else { return (try body(), Reading()) }
        let sampler = Sampler(source)
        let result = try body()
        return (result, sampler.middle())
    }

    // MARK: The kernel's files

    /// The only card of the device's vendor and model, as `/sys/class/drm` lists them.
    private static func kernelFolder(_ device: DeviceInfo) -> String? {
        let root = "/sys/class/drm"
        let cards = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).filter {
            $0.wholeMatch(of: /card[0-9]+/) != nil
        }
        let same = cards.map { "\(root)/\($0)/device" }.filter {
            hexadecimal("\($0)/vendor") == device.vendorID && hexadecimal("\($0)/device") == device.deviceID
        }
        guard same.count == 1 else { return nil }
        let monitors = (try? FileManager.default.contentsOfDirectory(atPath: "\(same[0])/hwmon")) ?? []
        return monitors.sorted().first.map { "\(same[0])/hwmon/\($0)" }
    }

    private static func reading(_ folder: String) -> Reading {
        func number(_ name: String) -> Double? { text("\(folder)/\(name)").flatMap(Double.init) }
        // Hertz and microwatts, by the kernel's hwmon interface.
        return Reading(
            clock: number("freq1_input").map { $0 / 1e6 }, memoryClock: number("freq2_input").map { $0 / 1e6 },
            watts: (number("power1_average") ?? number("power1_input")).map { $0 / 1e6 })
    }

    private static func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map {
            String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    private static func hexadecimal(_ path: String) -> Int? {
        text(path).flatMap { Int($0.hasPrefix("0x") ? String($0.dropFirst(2)) : $0, radix: 16) }
    }
}

/// Reads again and again, on a thread of its own, until it is asked for the result.
private final class Sampler: @unchecked Sendable {
    private let condition = NSCondition()
    private let source: @Sendable () -> DeviceSensors.Reading
    private var readings: [DeviceSensors.Reading] = []
    private var isEnding = false
    private var hasEnded = false

    init(_ source: @escaping @Sendable () -> DeviceSensors.Reading) {
        self.source = source
        Thread.detachNewThread { self.run() }
    }

    private func run() {
        while true {
            let reading = source()
            condition.lock()
            readings.append(reading)
            if !isEnding { _ = condition.wait(until: Date().addingTimeInterval(0.05)) }
            let ends = isEnding
            if ends { hasEnded = true }
            condition.broadcast()
            condition.unlock()
            if ends { return }
        }
    }

    func middle() -> DeviceSensors.Reading {
        condition.lock()
        defer { condition.unlock() }
        isEnding = true
        condition.broadcast()
        while !hasEnded { condition.wait() }
        func median(_ values: [Double]) -> Double? { values.isEmpty ? nil : values.sorted()[values.count / 2] }
        return DeviceSensors.Reading(
            clock: median(readings.compactMap(\.clock)), memoryClock: median(readings.compactMap(\.memoryClock)),
            watts: median(readings.compactMap(\.watts)))
    }
}

/// The part of NVIDIA's management library that tells clocks and power; loaded where it is installed.
private struct NVIDIALibrary: @unchecked Sendable {
    private typealias Start = @convention(c) () -> Int32
    private typealias Find = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>) -> Int32
    private typealias ReadClock = @convention(c) (OpaquePointer, Int32, UnsafeMutablePointer<UInt32>) -> Int32
    private typealias ReadPower = @convention(c) (OpaquePointer, UnsafeMutablePointer<UInt32>) -> Int32

    private let device: OpaquePointer
    private let readClock: ReadClock?
    private let readPower: ReadPower?

    /// The device that Vulkan gives the same UUID; `nil` without the library or the device.
    init?(uuid: String) {
        guard let library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL) else { return nil }
        func function<T>(_ name: String) -> T? { dlsym(library, name).map { unsafeBitCast($0, to: T.self) } }
        guard let start: Start = function("nvmlInit_v2"), let find: Find = function("nvmlDeviceGetHandleByUUID"),
            start() == 0
        else { return nil }
        var found: OpaquePointer?
        guard find("GPU-" + uuid, &found) == 0, let found else { return nil }
        (device, readClock, readPower) = (
            found, function("nvmlDeviceGetClockInfo"), function("nvmlDeviceGetPowerUsage")
        )
    }

    func reading() -> DeviceSensors.Reading {
        func clock(_ domain: Int32) -> Double? {
            var megahertz: UInt32 = 0
            guard let readClock, readClock(device, domain, &megahertz) == 0 else { return nil }
            return Double(megahertz)
        }
        var milliwatts: UInt32 = 0
        let hasPower = readPower.map { $0(device, &milliwatts) == 0 } ?? false
        // NVML_CLOCK_SM is 1, NVML_CLOCK_MEM is 2.
        return DeviceSensors.Reading(
            clock: clock(1), memoryClock: clock(2), watts: hasPower ? Double(milliwatts) / 1000 : nil)
    }
}
