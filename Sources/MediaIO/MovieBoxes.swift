import Bitstreams
import ColorScience
import Frames

/// The boxes in which a movie says how its pictures are meant: each once, and as the encoder was told.
///
/// The library writes some of them; what it leaves out or gets wrong is put right in the finished file.
struct MovieBoxes {
    let settings: MediaWriterSettings
    let container: MediaContainer

    /// What the picture track has to have, in the order in which it stands.
    private var wanted: [Box] {
        var boxes: [Box] = []
        if case .signal(let color, let levels) = settings.picture.content {
            // QuickTime's form has no levels.
            let isFull: Bool? = container == .mov ? nil : levels == .full
            boxes.append(
                ColorBox(
                    primaries: color.primaries.rawValue, transfer: color.transfer.rawValue,
                    matrix: settings.picture.layout.model == .rgb ? 0 : color.matrix.rawValue, isFullRange: isFull
                ).box)
        }
        if let display = settings.mastering { boxes.append(MasteringDisplayBox(display).box) }
        if let light = settings.contentLight { boxes.append(LightLevelBox(light).box) }
        if let room = settings.ambientViewing { boxes.append(AmbientViewingBox(room).box) }
        if let aperture { boxes.append(aperture.box) }
        return boxes
    }

    /// The part to see, where it is not the whole picture.
    var aperture: CleanAperture? {
        let picture = settings.picture
        let whole = PixelRect(x: 0, y: 0, width: picture.codedWidth, height: picture.codedHeight)
        guard picture.visible != whole else { return nil }
        return CleanAperture(showing: picture.visible, width: picture.codedWidth, height: picture.codedHeight)
    }

    /// Puts the track of a finished file right; `false` where there is no place for what is wanted.
    func put(into movie: inout MovieFile, track: Int) -> Bool {
        let kinds: [BoxType] = ["colr", "mdcv", "clli", "amve", "clap"]
        let wanted = wanted
        guard kinds.flatMap({ movie.extensionBoxes($0, ofTrack: track) }) != wanted else { return true }
        for kind in kinds {
            guard movie.replace(kind, by: wanted.filter { $0.type == kind }, ofTrack: track) else { return false }
        }
        guard aperture != nil else { return true }
        let picture = settings.picture
        let width = Double(picture.visible.width) * picture.pixelAspect.seconds
        return movie.setShownSize(width: Int(width.rounded()), height: picture.visible.height, ofTrack: track)
    }
}
