import Frames
import Testing

@testable import VulkanGPU

@Suite(.enabled(if: TestDevice.isPresent, "no Vulkan device")) struct DeviceTests {
    @Test func devicesAreFoundByNameIndexAndUUID() throws {
        let first = try #require(try GPUDevice.all().first { $0.missing == nil })
        for text in [String(first.index), first.uuid, String(first.name.prefix(5)).uppercased()] {
            let device = try GPUDevice(selecting: GPUDevice.Selection(text))
            #expect(device.info.uuid == first.uuid, "\(text)")
        }
        #expect(first.uuid.count == 36)
        #expect(first.limits.storageBuffersPerStage >= 4)
        #expect(!first.queueFamilies.isEmpty)
    }

    @Test func anUnknownDeviceIsRefusedWithThoseThereAre() throws {
        let error = try #require(throws: DeviceError.self) {
            try GPUDevice(selecting: .name("a device of another world"))
        }
        #expect("\(error)".contains("choose one of 0 ("))
        #expect(throws: DeviceError.self) { try GPUDevice(selecting: .index(99)) }
    }

    @Test(arguments: MemoryStrategy.allCases)
    func imagesKeepWhatTheyAreGiven(_ strategy: MemoryStrategy) throws {
        try TestDevice.use(strategy: strategy) { device in
            for format in GPUImage.Format.allCases {
                for (width, height) in [(1, 1), (17, 15), (64, 3)] {
                    let row = width * format.bytesPerPixel
                    // Halves stay finite, so that no bits are lost to a NaN's.
                    let data = noise(row * height, seed: 5).map { format == .rgba16f ? $0 & 0x3f : $0 }
                    let planes = Laying.unaligned.planes(data, width: row, height: height)
                    let image = try GPUImage(device: device, format: format, width: width, height: height)
                    let fresh = try image.download()
                    #expect(bytes(fresh, width: row, height: height) == [UInt8](repeating: 0, count: row * height))
                    try image.upload(planes)
                    let kept = try image.download()
                    #expect(bytes(kept, width: row, height: height) == data)
                }
            }
        }
    }

    @Test func tooLargeAnImageIsRefused() throws {
        try TestDevice.use { device in
            #expect(throws: DeviceError.self) {
                try GPUImage(device: device, format: .rgba16f, width: device.info.limits.imageSide + 1, height: 1)
            }
        }
    }

    @Test func validationHearsAMissingBarrier() throws {
        let log = ValidationLog()
        let device = try GPUDevice(selecting: nil, validation: log)
        let buffer = try GPUBuffer(512, use: .device, named: "buffer", core: device.core)
        try OneShot.run(device.core, named: "two copies that race") { recorder in
            recorder.copy(buffer, at: 0, to: buffer, at: 256, byteCount: 256)
            recorder.copy(buffer, at: 256, to: buffer, at: 0, byteCount: 256)
        }
        withExtendedLifetime(buffer) {}
        #expect(log.count > 0)
    }

    @Test func memoryTypesAreTakenByWhatTheyAreFor() {
        let flags: [UInt32] = [0x1, 0x6, 0xe, 0x7, 0xf]
        #expect(MemoryUse.device.type(allowed: 0b01111, flags: flags) == 0)
        #expect(MemoryUse.upload.type(allowed: 0b01111, flags: flags) == 1)
        #expect(MemoryUse.download.type(allowed: 0b01111, flags: flags) == 2)
        #expect(MemoryUse.settings.type(allowed: 0b01111, flags: flags) == 3)
        #expect(MemoryUse.inPlace.type(allowed: 0b11111, flags: flags) == 4)
        #expect(MemoryUse.download.type(allowed: 0b00001, flags: flags) == nil)
    }
}
