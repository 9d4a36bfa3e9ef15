import CPUReference
import FilterGraph
import FilterLanguage
import Frames
import Testing
import VulkanGPU

/// Filters that are fused into one pass do what they do one after another.
@Suite(.enabled(if: TestDevice.isPresent, "no Vulkan device"))
struct FusionTests {
    /// A chain of point filters with settings.
    struct Chain: Sendable, CustomTestStringConvertible {
        var steps: [(name: String, settings: Settings)]

        var testDescription: String { steps.map(\.name).joined(separator: " ") }
    }

    static let chains = [
        Chain(steps: [
            ("exposure", ["stops": [0.75]]), ("saturation", ["amount": [1.4]]), ("opacity", ["amount": [0.6]]),
        ]),
        Chain(steps: [("gamma", ["power": [1.3]]), ("invert", [:]), ("exposure", ["stops": [-1]])]),
        Chain(steps: [("opacity", ["amount": [0.3]]), ("gamma", ["power": [0.8]]), ("saturation", ["amount": [0.5]])]),
    ]

    static let colors = [
        CompositionColor(properties: .sdr, peakNits: 203), CompositionColor(properties: .hlg, peakNits: 1000),
        CompositionColor(properties: .pq, peakNits: 1000),
    ]

    private static let size = (width: 33, height: 9)

    /// A job of floats from light to light.
    private func job(_ steps: ArraySlice<(name: String, settings: Settings)>, _ color: CompositionColor) throws
        -> RenderJob
    {
        let picture = PictureDescription(
            layout: .rgba32f, codedWidth: Self.size.width, codedHeight: Self.size.height, content: .light,
            peakNits: color.peakNits, isPremultiplied: true)
        var graph = Graph()
        for step in steps {
            try graph.add(PixelRun.filter(step.name), settings: step.settings, inputs: [graph.output])
        }
        return RenderJob(
            graph: graph, sources: [picture], output: OutputDescription(picture: picture, dither: .none), color: color)
    }

    private func empty() -> HostPlanes {
        HostPlanes(layout: .rgba32f, width: Self.size.width, height: Self.size.height)
    }

    private func value(_ planes: HostPlanes, _ x: Int, _ y: Int) -> SIMD4<Float> {
        let plane = planes.planes[0]
        return plane.address.raw.load(fromByteOffset: y * plane.bytesPerRow + x * 16, as: SIMD4<Float>.self)
    }

    /// Light from dark to above white, a little of it negative, under several alphas.
    private func source() -> HostPlanes {
        let planes = empty()
        let plane = planes.planes[0]
        let numbers = noise(Self.size.width * Self.size.height * 4, seed: 5)
        for y in 0..<Self.size.height {
            for x in 0..<Self.size.width {
                let first = (y * Self.size.width + x) * 4
                let part = (0..<4).map { Float(numbers[first + $0]) / 255 }
                let alpha = [1, 1, 0.5, part[3]][x % 4]
                let light = SIMD3(part[0], part[1], part[2]) * (x % 3 == 0 ? 4 : 1.1) - 0.05
                plane.address.raw.storeBytes(
                    of: SIMD4(light * alpha, alpha), toByteOffset: y * plane.bytesPerRow + x * 16,
                    as: SIMD4<Float>.self)
            }
        }
        return planes
    }

    @Test(arguments: chains, colors)
    func fusedEqualsAlone(_ chain: Chain, _ color: CompositionColor) throws {
        let source = source()
        let whole = try job(chain.steps[...], color)
        #expect(try Plan(whole).storedNodes.isEmpty, "the chain is not fused")
        let reference = CPURenderer()
        let expected = try reference.reference(whole, sources: [source], at: .zero)
        for renderer in [reference as any Renderer, try TestRenderer.shared()] {
            let fused = empty()
            try renderer.render(whole, sources: [source], at: .zero, into: fused)
            var picture = source
            for index in chain.steps.indices {
                let next = empty()
                try renderer.render(job(chain.steps[index...index], color), sources: [picture], at: .zero, into: next)
                picture = next
            }
            var worst = 0.0
            for y in 0..<Self.size.height {
                for x in 0..<Self.size.width where !expected.undecided[y * Self.size.width + x] {
                    let (one, other) = (value(fused, x, y), value(picture, x, y))
                    for channel in 0..<4 {
                        let index = (y * Self.size.width + x) * 4 + channel
                        let distance = abs(Double(one[channel]) - Double(other[channel]))
                        // Arithmetic may be off on either way, the floats between the filters by a rounding each, which
                        // the arithmetic's own bound exceeds.
                        let allowance = 2 * expected.bounds[index] + abs(expected.values[index]) * 0x1p-20 + 1e-9
                        #expect(one[channel].isFinite)
                        worst = max(worst, distance / allowance)
                    }
                }
            }
            #expect(worst <= 1, "\(chain.testDescription) on \(renderer.name)")
        }
    }
}
