import ColorScience
import Frames

@testable import FilterGraph
@testable import VulkanGPU

/// A program written by hand: two grey pictures added, the second multiplied by a gain; two passes, an intermediate and
/// statistics.
struct AddingProgram {
    let width: Int
    let height: Int

    static let grey = PixelLayout(
        name: "gray", model: .grey,
        components: [PixelLayout.Component(plane: 0, offset: 0, step: 1, shift: 0, depth: 8)], wordBytes: 1)
    static let gain = SettingsLayout.Value.parameter(node: 2, name: "gain")

    var picture: PictureDescription {
        PictureDescription(layout: Self.grey, codedWidth: width, codedHeight: height, content: .light)
    }

    var job: RenderJob {
        let properties = ColorProperties(primaries: .bt2020, transfer: .linear, matrix: .bt2020)
        return RenderJob(
            graph: Graph(), sources: [picture, picture], output: OutputDescription(picture: picture),
            color: CompositionColor(properties: properties, peakNits: 203))
    }

    var outputMap: PlaneMap { PlaneMap(layout: Self.grey, width: width, height: height) }

    var program: Program { Program(passes: [adding, storing], intermediateByteCounts: [width * height * 4]) }

    /// What the program makes of two pictures' bytes, rows tight.
    func expected(_ a: [UInt8]?, _ b: [UInt8]?, gain: Int) -> (bytes: [UInt8], statistics: FrameStatistics) {
        let sums = (0..<width * height).map { Int(a?[$0] ?? 0) + gain * Int(b?[$0] ?? 0) }
        let clipped = sums.filter { $0 > 255 }
        return (
            sums.map { UInt8(min($0, 255)) },
            FrameStatistics(clippedPixels: clipped.count, clippedPeak: Double(clipped.max() ?? 0))
        )
    }

    private var adding: PassProgram {
        var settings = SettingsLayout()
        for (index, value) in [
            SettingsLayout.Value.sourceRow(source: 0, plane: 0), .sourceRow(source: 1, plane: 0),
            .sourceOffset(source: 0, plane: 0), .sourceOffset(source: 1, plane: 0), .sourcePresent(source: 0),
            .sourcePresent(source: 1),
        ].enumerated() {
            settings.members.append(SettingsLayout.Member(value: value, kind: .uint, offset: 4 * index, width: 1))
        }
        settings.members.append(SettingsLayout.Member(value: Self.gain, kind: .float, offset: 24, width: 1))
        settings.byteCount = 28
        return PassProgram(
            label: "adding",
            text: """
                #version 460
                layout(local_size_x = 16, local_size_y = 4) in;
                layout(std430, set = 0, binding = 0) readonly buffer S {
                    uint rowA, rowB, startA, startB, hasA, hasB; float gain;
                };
                layout(std430, set = 0, binding = 1) readonly buffer A { uint a[]; };
                layout(std430, set = 0, binding = 2) readonly buffer B { uint b[]; };
                layout(std430, set = 0, binding = 3) writeonly buffer Sums { uint sums[]; };
                void main() {
                    uvec2 p = gl_GlobalInvocationID.xy;
                    if (p.x >= \(width)u || p.y >= \(height)u) return;
                    float sum = 0.0;
                    uint i = startA + p.y * rowA + p.x;
                    if (hasA != 0u) sum += float((a[i / 4u] >> (i % 4u * 8u)) & 255u);
                    uint j = startB + p.y * rowB + p.x;
                    if (hasB != 0u) sum += gain * float((b[j / 4u] >> (j % 4u * 8u)) & 255u);
                    sums[p.y * \(width)u + p.x] = uint(sum);
                }
                """,
            bindings: [
                .settings, .sourcePlane(source: 0, plane: 0), .sourcePlane(source: 1, plane: 0), .intermediate(0),
            ],
            writes: [.intermediate(0)], settings: settings, groupsX: (width + 15) / 16, groupsY: (height + 3) / 4)
    }

    private var storing: PassProgram {
        var settings = SettingsLayout()
        settings.members = [
            SettingsLayout.Member(value: .outputRow(plane: 0), kind: .uint, offset: 0, width: 1),
            SettingsLayout.Member(value: .outputOffset(plane: 0), kind: .uint, offset: 4, width: 1),
        ]
        settings.byteCount = 8
        return PassProgram(
            label: "storing",
            text: """
                #version 460
                layout(local_size_x = 16, local_size_y = 4) in;
                layout(std430, set = 0, binding = 0) readonly buffer S { uint row, start; };
                layout(std430, set = 0, binding = 1) readonly buffer Sums { uint sums[]; };
                layout(std430, set = 0, binding = 2) writeonly buffer Out { uint words[]; };
                layout(std430, set = 0, binding = 3) buffer Statistics { uint clipped, peak; };
                void main() {
                    uint x = gl_GlobalInvocationID.x * 4u, y = gl_GlobalInvocationID.y;
                    if (x >= \(width)u || y >= \(height)u) return;
                    uint word = 0u;
                    for (uint k = 0u; k < 4u && x + k < \(width)u; ++k) {
                        uint sum = sums[y * \(width)u + x + k];
                        if (sum > 255u) {
                            atomicAdd(clipped, 1u);
                            atomicMax(peak, floatBitsToUint(float(sum)));
                        }
                        word |= min(sum, 255u) << (8u * k);
                    }
                    words[(start + y * row + x) / 4u] = word;
                }
                """,
            bindings: [.settings, .intermediate(0), .outputPlane(0), .statistics],
            writes: [.outputPlane(0), .statistics], settings: settings, groupsX: (width + 63) / 64,
            groupsY: (height + 3) / 4)
    }
}

/// How a test's picture lies in host memory.
enum Laying: String, CaseIterable {
    /// In a block of its own, rows at multiples of 64 bytes: a device imports it.
    case inBlock
    /// In a block, beginning in its middle, rows wider than they need be.
    case amidBlock
    /// In a block, rows at odd places: it must be copied.
    case unaligned
    /// In memory that is no block.
    case outsideBlocks
    /// The last row first.
    case upsideDown

    func planes(_ bytes: [UInt8], width: Int, height: Int) -> HostPlanes {
        let row =
            switch self {
            case .inBlock, .outsideBlocks: (width + 63) / 64 * 64
            case .amidBlock: (width + 15) / 16 * 16 + 48
            case .unaligned, .upsideDown: width + 3
            }
        let start =
            switch self {
            case .amidBlock: 4096 + 48
            case .unaligned: 5
            default: 0
            }
        let block = MemoryBlock(byteCount: start + row * height)
        let first = block.address.raw + start
        for y in 0..<height {
            let place = self == .upsideDown ? height - 1 - y : y
            for x in 0..<width {
                first.storeBytes(of: bytes[y * width + x], toByteOffset: place * row + x, as: UInt8.self)
            }
        }
        let plane = HostPlanes.Plane(
            address: self == .upsideDown ? first + (height - 1) * row : first,
            bytesPerRow: self == .upsideDown ? -row : row, byteCount: row * height)
        return HostPlanes(planes: [plane], block: self == .outsideBlocks ? nil : block, owner: block)
    }
}

/// A sequence of bytes that looks random and is the same each time.
func noise(_ count: Int, seed: UInt64) -> [UInt8] {
    var state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
    return (0..<count).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
    }
}

/// A plane's bytes, rows tight.
func bytes(_ planes: HostPlanes, plane: Int = 0, width: Int, height: Int) -> [UInt8] {
    let plane = planes.planes[plane]
    return (0..<height).flatMap { y in
        (0..<width).map { plane.address.raw.load(fromByteOffset: y * plane.bytesPerRow + $0, as: UInt8.self) }
    }
}
