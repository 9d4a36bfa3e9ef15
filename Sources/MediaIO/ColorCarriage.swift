import ColorScience
import Frames

/// What a codec in a container can state of its codes' colour.
public struct ColorCarriage: Sendable {
    private let codec: VideoCodec
    private let container: MediaContainer

    public init(codec: VideoCodec, container: MediaContainer) {
        (self.codec, self.container) = (codec, container)
    }

    /// Whether there is no place for colour, levels and siting at all: readers take the pictures for SDR then.
    private var isMute: Bool {
        [.nut, .y4m, .raw].contains(container) && [.raw, .ffv1, .vp9, .dnxhr].contains(codec)
    }

    /// Whether chroma of a layout may lie there: it can be stated, or nothing can, which is told.
    public func takes(_ siting: ChromaSiting, of layout: PixelLayout) -> Bool {
        let isHalfHigh = layout.log2ChromaHeight == 1
        if siting == .left || isMute { return true }
        switch codec {
        // AV1 and VP9 have no word for chroma between the samples, and the library does not read VP9's in movies.
        case .av1: return isHalfHigh && siting == .topLeft
        case .vp9: return isHalfHigh && siting == .topLeft && !container.isMovie
        // The VUI speaks of 4:2:0 alone.
        case .hevc, .h264: return isHalfHigh
        case .prores, .dnxhr, .ffv1, .raw, .other:
            // Matroska knows the first row and the middle of two.
            return [.matroska, .webm].contains(container) && [.topLeft, .center, .top].contains(siting)
        }
    }

    /// What is lost of a picture's tags that its readers would not guess, as a sentence; `nil` where nothing is.
    func loss(of picture: PictureDescription) -> String? {
        guard isMute, case .signal(let color, let levels) = picture.content else { return nil }
        var lost: [String] = []
        if color.primaries != .bt709 || color.transfer != .bt709 || ![.bt709, .rgb].contains(color.matrix) {
            lost.append("its colour is \(color.codes)")
        }
        // What y4m states, the library writes.
        if container != .y4m {
            if (levels == .full) != (picture.layout.model != .ycbcr) {
                lost.append("its levels are \(levels == .full ? "full" : "narrow")")
            }
            if picture.layout.log2ChromaWidth == 1, picture.siting != .left {
                lost.append("its chroma lies \(picture.siting.words)")
            }
        }
        guard let last = lost.popLast() else { return nil }
        let list = lost.isEmpty ? last : lost.joined(separator: ", ") + " and " + last
        return
            "\(container.rawValue) cannot say that \(list); write Matroska (.mkv), which can, or read it with --assume"
    }
}

extension ChromaSiting {
    /// Where chroma lies of two by two pixels, in words.
    fileprivate var words: String {
        switch self {
        case .left: "at the left"
        case .center: "in the middle"
        case .topLeft: "at the top left"
        case .top: "at the top"
        case .bottomLeft: "at the bottom left"
        case .bottom: "at the bottom"
        }
    }
}
