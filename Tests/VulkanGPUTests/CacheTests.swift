import FilterGraph
import Foundation
import Frames
import Testing

@testable import VulkanGPU

@Suite struct CacheTests {
    @Test func sha256HashesTheStandardsVectors() {
        #expect(SHA256.hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(SHA256.hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
        #expect(SHA256.hex(long) == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
        let million = String(repeating: "a", count: 1_000_000)
        #expect(SHA256.hex(million) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test func filesComeBackWhole() throws {
        try TestDevice.withFolder { folder in
            #expect(folder.read("a") == nil)
            folder.write([1, 2, 3], as: "a")
            #expect(folder.read("a") == [1, 2, 3])
            folder.write([4], as: "a")
            #expect(folder.read("a") == [4])
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(files == ["a"])
        }
    }

    @Test func damagedFilesAreNoFiles() throws {
        try TestDevice.withFolder { folder in
            folder.write([UInt8](repeating: 7, count: 100), as: "a")
            let path = folder.path + "/a"
            let whole = try Data(contentsOf: URL(fileURLWithPath: path))
            for cut in [0, 5, 40, whole.count - 1] {
                try whole.prefix(cut).write(to: URL(fileURLWithPath: path))
                #expect(folder.read("a") == nil)
            }
            var turned = whole
            turned[whole.count - 1] ^= 1
            try turned.write(to: URL(fileURLWithPath: path))
            #expect(folder.read("a") == nil)
        }
    }

    @Test func afolderThatCannotBeWrittenIsNoError() {
        let folder = CacheFolder(path: "/proc/none/candela")
        folder.write([1], as: "a")
        #expect(folder.read("a") == nil)
    }

    @Test(.enabled(if: TestDevice.isPresent, "no Vulkan device"))
    func aSecondDeviceFindsShadersOnDisk() throws {
        let adding = AddingProgram(width: 9, height: 9)
        try TestDevice.withFolder { folder in
            for expected in [2, 0] {
                try TestDevice.use(cacheFolder: folder) { device in
                    _ = try GPUProgram(device: device, program: adding.program)
                    #expect(device.counters.shadersTranslated == expected)
                    #expect(device.counters.pipelinesCompiled == 2)
                    _ = try GPUProgram(device: device, program: adding.program)
                    #expect(device.counters.pipelinesCompiled == 2)
                }
            }
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                try Data("damaged".utf8).write(to: URL(fileURLWithPath: folder.path + "/" + name))
            }
            try TestDevice.use(cacheFolder: folder) { device in
                _ = try GPUProgram(device: device, program: adding.program)
                #expect(device.counters.shadersTranslated == 2)
            }
        }
    }

    /// With no patience a notice comes before what is to be compiled, and none where nothing is; with much, none comes.
    @Test(.enabled(if: TestDevice.isPresent, "no Vulkan device"))
    func compilingIsTold() throws {
        let adding = AddingProgram(width: 9, height: 9)
        try TestDevice.withFolder { folder in
            let told = Locked<[CompileNotice.Work]>([])
            let notice = CompileNotice(after: .zero) { work in told.change { $0.append(work) } }
            try TestDevice.use(cacheFolder: folder, compileNotice: notice) { device in
                _ = try GPUProgram(device: device, program: adding.program)
                #expect(told.value == [CompileNotice.Work(device: device.info.name, cacheFolder: folder.path)])
                _ = try GPUProgram(device: device, program: adding.program)
                #expect(told.value.count == 1)
            }
            let patient = CompileNotice(after: .seconds(3600)) { work in told.change { $0.append(work) } }
            try TestDevice.use(compileNotice: patient) { device in
                _ = try GPUProgram(device: device, program: adding.program)
                #expect(told.value.count == 1)
            }
        }
    }

    /// What goes on is told, what is over is not.
    @Test func aNoticeWaitsForItsTime() {
        let told = DispatchSemaphore(value: 0)
        let work = CompileNotice.Work(device: "a", cacheFolder: nil)
        let notice = CompileNotice(after: .milliseconds(1)) { if $0 == work { told.signal() } }
        let going = notice.begin(work)
        told.wait()
        going.end()
        let ending = CompileNotice.UnderWay.Ending()
        ending.come()
        ending.unlessCome { Issue.record("what is over was told") }
    }

    @Test func aShadersFaultHasItsLine() throws {
        let text = "#version 460\nlayout(local_size_x = 1) in;\nvoid main() {\n    float x = nonsense;\n}\n"
        let error = try #require(throws: ShaderError.self) { try ShaderCompiler.spirv(text, label: "faulty") }
        #expect(error.line == 4)
        #expect(error.text == "    float x = nonsense;")
        #expect(error.problem.contains("nonsense"))
        #expect(error.label == "faulty")
    }

    @Test func threadsCompileAlike() throws {
        let text = AddingProgram(width: 7, height: 7).program.passes[0].text
        let once = try ShaderCompiler.spirv(text, label: "once")
        let all = Locked<[[UInt32]]>([])
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            let words = (try? ShaderCompiler.spirv(text, label: "again")) ?? []
            all.change { $0.append(words) }
        }
        #expect(all.value.allSatisfy { $0 == once })
    }
}
