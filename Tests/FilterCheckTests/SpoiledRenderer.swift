import CPUReference
import FilterGraph
import Frames
import Synchronization

@testable import FilterCheck

/// The reference itself as a candidate, with one thing done wrong: what a check must notice.
struct SpoiledRenderer: Renderer {
    /// What is done to a finished picture of `width` x `height`.
    typealias Mistake =
        @Sendable (_ target: HostPlanes, _ format: CheckFormat, _ width: Int, _ height: Int) throws -> Void

    let name = "a spoiled device"
    private let mistake: Mistake

    init(_ mistake: @escaping Mistake) { self.mistake = mistake }

    func render(
        _ job: RenderJob, sources: [HostPlanes?], at time: MediaTime, into target: HostPlanes
    ) throws -> FrameStatistics {
        let statistics = try CPURenderer().render(job, sources: sources, at: time, into: target)
        let picture = job.output.picture
        let format = CheckFormat.allCases.first { $0.layout == picture.layout } ?? .rgba32f
        try mistake(target, format, picture.codedWidth, picture.codedHeight)
        return statistics
    }

    /// Changes every pixel of light by a function of it and its place.
    static func changing(
        _ change: @escaping @Sendable (_ pixel: SIMD4<Double>, _ x: Int, _ y: Int) -> SIMD4<Double>
    ) -> SpoiledRenderer {
        SpoiledRenderer { target, format, width, height in
            for y in 0..<height {
                for x in 0..<width {
                    format.store(change(format.load(from: target, x: x, y: y), x, y), into: target, x: x, y: y)
                }
            }
        }
    }
}
