import Bitstreams
import CFFmpeg
import Foundation
import Frames

/// What stands beside the samples: in the container for a whole stream, or with a frame.
struct SideData {
    var mastering: MasteringDisplay?
    var contentLight: ContentLight?
    var dolbyVision: DolbyVision?
    var hasHDR10Plus = false
    var displayMatrix: [Int32]?

    /// A stream's, completed by that of its first frame.
    init(stream: UnsafePointer<AVStream>, frame: UnsafePointer<AVFrame>) {
        mastering =
            Self.value(AV_PKT_DATA_MASTERING_DISPLAY_METADATA, stream, Self.display)
            ?? Self.value(AV_FRAME_DATA_MASTERING_DISPLAY_METADATA, frame, Self.display)
        contentLight =
            Self.value(AV_PKT_DATA_CONTENT_LIGHT_LEVEL, stream, ContentLight.init)
            ?? Self.value(AV_FRAME_DATA_CONTENT_LIGHT_LEVEL, frame, ContentLight.init)
        dolbyVision = Self.value(AV_PKT_DATA_DOVI_CONF, stream, DolbyVision.init)
        hasHDR10Plus = av_frame_get_side_data(frame, AV_FRAME_DATA_DYNAMIC_HDR_PLUS) != nil
        displayMatrix =
            Self.value(AV_PKT_DATA_DISPLAYMATRIX, stream, Self.matrix)
            ?? Self.value(AV_FRAME_DATA_DISPLAYMATRIX, frame, Self.matrix)
    }

    private static func display(_ stored: AVMasteringDisplayMetadata) -> MasteringDisplay? { MasteringDisplay(stored) }

    private struct Matrix {
        var values: (Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32)
    }

    private static func matrix(_ stored: Matrix) -> [Int32]? {
        let each = stored.values
        return [each.0, each.1, each.2, each.3, each.4, each.5, each.6, each.7, each.8]
    }

    private static func value<Stored, Value>(
        _ type: AVPacketSideDataType, _ stream: UnsafePointer<AVStream>, _ make: (Stored) -> Value?
    ) -> Value? {
        var count = 0
        guard let bytes = candelaStreamSideData(stream, type, &count), count >= MemoryLayout<Stored>.size else {
            return nil
        }
        return make(UnsafeRawPointer(bytes).loadUnaligned(as: Stored.self))
    }

    private static func value<Stored, Value>(
        _ type: AVFrameSideDataType, _ frame: UnsafePointer<AVFrame>, _ make: (Stored) -> Value?
    ) -> Value? {
        guard let found = av_frame_get_side_data(frame, type)?.pointee, found.size >= MemoryLayout<Stored>.size else {
            return nil
        }
        return make(UnsafeRawPointer(found.data).loadUnaligned(as: Stored.self))
    }
}

extension MasteringDisplay {
    init?(_ stored: AVMasteringDisplayMetadata) {
        guard stored.has_primaries != 0 || stored.has_luminance != 0 else { return nil }
        func point(_ pair: (AVRational, AVRational)) -> [Double] { [pair.0.value, pair.1.value] }
        let primaries = stored.display_primaries
        self.init(
            red: point(primaries.0), green: point(primaries.1), blue: point(primaries.2),
            white: point(stored.white_point), minNits: stored.min_luminance.value,
            maxNits: stored.max_luminance.value)
    }

    /// The library's form, in the units of the standard: 1/50000 for coordinates, 1/10000 cd/m² for luminance.
    var stored: AVMasteringDisplayMetadata {
        let box = MasteringDisplayBox(self)
        func coordinate(_ value: UInt16) -> AVRational { AVRational(num: Int32(value), den: 50000) }
        func luminance(_ value: UInt32) -> AVRational { AVRational(num: Int32(clamping: value), den: 10000) }
        func point(_ point: MasteringDisplayBox.Point) -> (AVRational, AVRational) {
            (coordinate(point.x), coordinate(point.y))
        }
        var result = AVMasteringDisplayMetadata()
        result.display_primaries = (point(box.red), point(box.green), point(box.blue))
        result.white_point = point(box.white)
        result.max_luminance = luminance(box.maximum)
        result.min_luminance = luminance(box.minimum)
        result.has_primaries = 1
        result.has_luminance = 1
        return result
    }
}

extension ContentLight {
    init?(_ stored: AVContentLightMetadata) {
        guard stored.MaxCLL != 0 || stored.MaxFALL != 0 else { return nil }
        self.init(maxCLL: Int(stored.MaxCLL), maxFALL: Int(stored.MaxFALL))
    }
}

extension DolbyVision {
    init?(_ stored: AVDOVIDecoderConfigurationRecord) {
        self.init(
            profile: Int(stored.dv_profile), level: Int(stored.dv_level),
            compatibility: Int(stored.dv_bl_signal_compatibility_id), hasEnhancementLayer: stored.el_present_flag != 0)
    }
}

extension Orientation {
    /// The turn that a display matrix (a b u / c d v / x y w) asks for, and whether it asks for just that.
    package init(displayMatrix m: [Int32]) {
        let (a, b, c, d) = (Double(m[0]), Double(m[1]), Double(m[3]), Double(m[4]))
        let isMirrored = a * d - b * c < 0
        // The mirror comes first and turns the sign of the first row.
        let angle = isMirrored ? atan2(-b, -a) : atan2(b, a)
        self.init(quarterTurns: Int((angle / (.pi / 2)).rounded()), isMirrored: isMirrored)
    }

    /// The display matrix (a b u / c d v / x y w) that asks for it, by which a picture's visible part keeps the place
    /// from the origin to the right and down.
    package func displayMatrix(of picture: PictureDescription) -> [Int32] {
        let (cosine, sine) = [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)][quarterTurns]
        let sign: Double = isMirrored ? -1 : 1
        let (a, b, c, d) = (sign * cosine, sign * sine, -sine, cosine)
        let width = Double(picture.visible.width) * picture.pixelAspect.seconds
        let height = Double(picture.visible.height)
        let x = -(min(a * width, 0) + min(c * height, 0))
        let y = -(min(b * width, 0) + min(d * height, 0))
        func fixed(_ value: Double) -> Int32 { Int32(clamping: Int64((value * 65_536).rounded())) }
        return [fixed(a), fixed(b), 0, fixed(c), fixed(d), 0, fixed(x), fixed(y), 1 << 30]
    }

    /// Whether a display matrix is a plain turn by quarters, with or without a mirror, and does not scale.
    static func isExact(_ m: [Int32]) -> Bool {
        let one: Int32 = 1 << 16
        let parts = [m[0], m[1], m[3], m[4]].map(\.magnitude)
        return parts == [one.magnitude, 0, 0, one.magnitude] || parts == [0, one.magnitude, one.magnitude, 0]
    }
}
