import ColorScience
import Frames
import Testing

@testable import FilterGraph

@Suite struct ColumnWalkTests {
    private func text(
        isSoftware: Bool, output: PixelLayout = Sample.tenBit, texelBufferBytes: Int = 1 << 31
    ) throws -> PassProgram {
        var limits = DeviceLimits.common
        limits.isSoftware = isSoftware
        limits.texelBufferBytes = texelBufferBytes
        var job = Sample.job(Graph())
        job.output.picture.layout = output
        let plan = try Plan(job, limits: limits)
        return try #require(Program(plan, library: ColorLibrary(text: "")).passes.first)
    }

    @Test func softwareDevicesWalkAndOthersShare() throws {
        #expect(try !text(isSoftware: true).text.contains("barrier"))
        #expect(try text(isSoftware: false).text.contains("barrier"))
    }

    @Test func sourcesAreReadAsTexelsWhereTheDeviceShowsWholePlanes() throws {
        func texels(_ pass: PassProgram) -> Int {
            pass.bindings.count { if case .sourceTexels = $0 { true } else { false } }
        }
        let whole = try text(isSoftware: true)
        #expect(texels(whole) == 3 && whole.text.contains("texelFetch"))
        let small = try text(isSoftware: true, texelBufferBytes: DeviceLimits.common.storageBufferBytes - 1)
        #expect(texels(small) == 0 && !small.text.contains("texelFetch"))
        #expect(try texels(text(isSoftware: false)) == 0)
    }

    @Test func outputsWithAlphaAreLeftToSharedMemory() throws {
        let layout = PixelLayout.planarYCbCr("yuva420p10le", depth: 10, log2Width: 1, log2Height: 1, alpha: true)
        #expect(try text(isSoftware: true, output: layout).text.contains("barrier"))
    }

    @Test(arguments: [1, 2, 17, 36, 385, 1080, 2160, 4320])
    func bandsAreEvenAndCoverTheHeight(height: Int) throws {
        let picture = Sample.picture(height: height)
        let output = OutputText(
            output: OutputDescription(picture: picture), color: CompositionColor(properties: .pq, peakNits: 1000))
        let walk = try #require(ColumnWalk(output: output, width: 64, height: height))
        #expect(walk.bandRows % 2 == 0 && walk.bandRows > 0)
        let whole = walk.bandRows * ColumnWalk.lanes
        let groups = (height + whole - 1) / whole
        #expect(groups * whole >= height && (groups - 1) * whole < height)
    }

    @Test(arguments: ChromaSiting.allCases)
    func rowsWeighAsTheirTapsSay(siting: ChromaSiting) throws {
        var picture = Sample.picture()
        picture.siting = siting
        let output = OutputText(
            output: OutputDescription(picture: picture), color: CompositionColor(properties: .pq, peakNits: 1000))
        let walk = try #require(ColumnWalk(output: output, width: 64, height: 36))
        let sum = (-1...1).map { walk.weights(pair: $0) }.reduce(0) { $0 + $1.even + $1.odd }
        #expect(abs(sum - 1) < 1e-12)
    }

    @Test func ranksOfColumnsAndRowsJoinByExclusiveOr() {
        for y in 0..<8 {
            for x in 0..<8 {
                let joined = OrderedDither.rank(x: x, y: 0) ^ OrderedDither.rank(x: 0, y: y)
                #expect(joined == OrderedDither.rank(x: x, y: y))
            }
        }
    }

    @Test func pixelsTakeTurnsLineByLine() {
        let lines = "a$ = b$;\nplain;\nc$ = a$;\n"
        #expect(PixelLines.turns(lines, count: 2) == "a_0 = b_0;\na_1 = b_1;\nplain;\nc_0 = a_0;\nc_1 = a_1;\n")
        #expect(PixelLines.one(lines) == "a = b;\nplain;\nc = a;\n")
    }
}
