import CFFmpeg
import Frames

/// What a decoded picture says of itself that must not change within a track: what pictures mean is settled once.
struct PictureTags {
    private let primaries: AVColorPrimaries
    private let transfer: AVColorTransferCharacteristic
    private let matrix: AVColorSpace
    private let range: AVColorRange
    /// Columns by rows of the shape of a pixel; 0 where it is not stated.
    private let aspect: (Int32, Int32)
    /// Shown columns and rows.
    private let size: (width: Int, height: Int)

    init(_ frame: UnsafePointer<AVFrame>) {
        let picture = frame.pointee
        (primaries, transfer) = (picture.color_primaries, picture.color_trc)
        (matrix, range) = (picture.colorspace, picture.color_range)
        aspect = (picture.sample_aspect_ratio.num, picture.sample_aspect_ratio.den)
        size = (
            Int(picture.width) - Int(picture.crop_left) - Int(picture.crop_right),
            Int(picture.height) - Int(picture.crop_top) - Int(picture.crop_bottom)
        )
    }

    /// What a later picture has otherwise, as words for "change from ... to ..."; `nil` where nothing changes. Where one
    /// of two pictures does not state something, the other's holds.
    func change(to other: PictureTags, checksColor: Bool) -> String? {
        if size != other.size { return "\(size.width)x\(size.height) to \(other.size.width)x\(other.size.height)" }
        if aspect != other.aspect, aspect.0 > 0, other.aspect.0 > 0,
            Int64(aspect.0) * Int64(other.aspect.1) != Int64(other.aspect.0) * Int64(aspect.1)
        {
            return "pixels of \(aspect.0):\(aspect.1) to pixels of \(other.aspect.0):\(other.aspect.1)"
        }
        guard checksColor else { return nil }
        let pairs = [
            (
                primaries != other.primaries, av_color_primaries_name(primaries),
                av_color_primaries_name(other.primaries),
                primaries == AVCOL_PRI_UNSPECIFIED || other.primaries == AVCOL_PRI_UNSPECIFIED, "primaries"
            ),
            (
                transfer != other.transfer, av_color_transfer_name(transfer), av_color_transfer_name(other.transfer),
                transfer == AVCOL_TRC_UNSPECIFIED || other.transfer == AVCOL_TRC_UNSPECIFIED, "transfer"
            ),
            (
                matrix != other.matrix, av_color_space_name(matrix), av_color_space_name(other.matrix),
                matrix == AVCOL_SPC_UNSPECIFIED || other.matrix == AVCOL_SPC_UNSPECIFIED, "matrix"
            ),
            (
                range != other.range, av_color_range_name(range), av_color_range_name(other.range),
                range == AVCOL_RANGE_UNSPECIFIED || other.range == AVCOL_RANGE_UNSPECIFIED, "levels"
            ),
        ]
        for (differs, from, to, isOpen, what) in pairs where differs && !isOpen {
            return "\(what) \(from.map { String(cString: $0) } ?? "?") to \(to.map { String(cString: $0) } ?? "?")"
        }
        return nil
    }
}
