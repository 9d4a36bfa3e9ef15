import FilterGraph
import Frames
import MediaIO

/// Starts the pictures of an export one after another; used by one thread.
struct PictureMaker {
    private let plan: ExportPlan
    private let maker: FrameMaker
    private let graphAt: ExportSession.GraphMaker
    private let layers: [LayerReader]

    init(_ plan: ExportPlan, _ maker: FrameMaker, _ graphAt: @escaping ExportSession.GraphMaker) {
        (self.plan, self.maker, self.graphAt) = (plan, maker, graphAt)
        layers = plan.layers.map(LayerReader.init)
    }

    /// A picture of one of the source's frames as filters see it at the source's time `moment`, to be shown from `shown` on.
    ///
    /// Moments must not go backwards.
    mutating func picture(
        of frame: DecodedFrame, at moment: MediaTime, shown: MediaTime, duration: MediaTime?
    ) throws -> ExportSession.PictureToWrite {
        let time = moment - plan.main.track.start
        var sources: [HostPlanes?] = [frame.planes]
        for layer in layers { sources.append(try layer.planes(at: time)) }
        let picture = try maker.begin(try graphAt(time), sources: sources, time: time)
        return ExportSession.PictureToWrite(
            picture: picture, time: shown, duration: duration, packets: plan.main.takePackets())
    }
}
