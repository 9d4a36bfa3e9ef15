import CFFmpeg
import ColorScience
import Frames

/// The colour that a container or a bitstream states, by the code points of ITU-T H.273; `nil` is unspecified.
public struct ColorTags: Hashable, Sendable, Codable {
    public var primaries: Int?
    public var transfer: Int?
    public var matrix: Int?
    public var isFullRange: Bool?
    /// chroma_sample_loc_type of ITU-T H.265.
    public var siting: Int?

    public init(
        primaries: Int? = nil, transfer: Int? = nil, matrix: Int? = nil, isFullRange: Bool? = nil, siting: Int? = nil
    ) {
        (self.primaries, self.transfer, self.matrix) = (primaries, transfer, matrix)
        (self.isFullRange, self.siting) = (isFullRange, siting)
    }

    /// The code points as people write them, `9/16/9`; `-` for what is not said.
    public var codes: String {
        [primaries, transfer, matrix].map { $0.map(String.init) ?? "-" }.joined(separator: "/")
    }

    /// Each value from `self`, else from `other`.
    func filled(from other: ColorTags) -> ColorTags {
        ColorTags(
            primaries: primaries ?? other.primaries, transfer: transfer ?? other.transfer,
            matrix: matrix ?? other.matrix, isFullRange: isFullRange ?? other.isFullRange,
            siting: siting ?? other.siting)
    }

    /// Whether both state colour and state it differently.
    func contradicts(_ other: ColorTags) -> Bool {
        func differ(_ a: Int?, _ b: Int?) -> Bool { a != nil && b != nil && a != b }
        // 1, 6, 14 and 15 are one curve.
        func curve(_ code: Int?) -> Int? { code.map { [6, 14, 15].contains($0) ? 1 : $0 } }
        return differ(primaries, other.primaries) || differ(curve(transfer), curve(other.transfer))
            || differ(matrix, other.matrix)
    }
}

extension ColorTags {
    init(_ parameters: AVCodecParameters) {
        self.init(
            parameters.color_primaries, parameters.color_trc, parameters.color_space, parameters.color_range,
            parameters.chroma_location)
    }

    init(_ frame: AVFrame) {
        self.init(
            frame.color_primaries, frame.color_trc, frame.colorspace, frame.color_range, frame.chroma_location)
        if PixelLayout.withoutRange(AVPixelFormat(frame.format)) != AVPixelFormat(frame.format) { isFullRange = true }
    }

    private init(
        _ primaries: AVColorPrimaries, _ transfer: AVColorTransferCharacteristic, _ matrix: AVColorSpace,
        _ range: AVColorRange, _ location: AVChromaLocation
    ) {
        // 2 is "unspecified" and 3 "reserved"; 0 is reserved but for the matrix, where it is R'G'B'.
        func stated(_ code: some BinaryInteger, zero: Bool = false) -> Int? {
            code == 2 || code == 3 || code == 0 && !zero ? nil : Int(code)
        }
        self.init(
            primaries: stated(primaries.rawValue), transfer: stated(transfer.rawValue),
            matrix: stated(matrix.rawValue, zero: true),
            isFullRange: range == AVCOL_RANGE_JPEG ? true : range == AVCOL_RANGE_MPEG ? false : nil,
            siting: location == AVCHROMA_LOC_UNSPECIFIED ? nil : Int(location.rawValue) - 1)
    }
}

/// Turns what is stated into what is meant.
///
/// Order of belief: the user, the container where it states a value, the bitstream, then these rules, each value alone:
/// * with PQ or HLG stated, primaries and matrix are BT.2020's;
/// * with BT.2020 primaries or matrix stated, the others are BT.2020's, at SDR;
/// * with a BT.601 matrix or primaries stated, the others are of the same family;
/// * JPEG is BT.601's full-range matrix over BT.709 primaries with the sRGB curve;
/// * everything else is BT.709, whatever its size: files of today that say nothing were made by programs of today.
struct ColorRule {
    var isRGB: Bool
    var isGrey: Bool
    var codec: String

    /// The meaning, and whether a rule had to supply any of it.
    func resolve(_ tags: ColorTags, subject: String) throws(MediaError) -> (ColorProperties, isAssumed: Bool) {
        let isHDR = tags.transfer == Transfer.pq.rawValue || tags.transfer == Transfer.hlg.rawValue
        let isJPEG = codec == "mjpeg" && tags.primaries == nil
        let family: ColorProperties =
            if isHDR || tags.primaries == 9 || tags.matrix == 9 || tags.matrix == 10 || tags.matrix == 14 {
                ColorProperties(primaries: .bt2020, transfer: .bt2020TenBit, matrix: .bt2020)
            } else if tags.primaries == 11 || tags.primaries == 12 {
                ColorProperties(primaries: .displayP3, transfer: .srgb, matrix: .bt709)
            } else if isJPEG {
                ColorProperties(primaries: .bt709, transfer: .srgb, matrix: .bt601PAL)
            } else if tags.matrix == 5 || tags.primaries == 5 {
                ColorProperties(primaries: .bt601PAL, transfer: .bt601, matrix: .bt601PAL)
            } else if tags.matrix == 6 || tags.primaries == 6 {
                ColorProperties(primaries: .bt601NTSC, transfer: .bt601, matrix: .bt601NTSC)
            } else {
                .sdr
            }
        let primaries = try known(tags.primaries, Primaries.init(rawValue:), "primaries", subject) ?? family.primaries
        let transfer = try known(tags.transfer, Transfer.init(rawValue:), "transfer", subject) ?? family.transfer
        var matrix = try known(isRGB ? 0 : tags.matrix, ColorMatrix.init(rawValue:), "matrix", subject) ?? family.matrix
        if !isRGB && matrix == .rgb { matrix = family.matrix }  // Y'CbCr samples cannot be R'G'B'
        let isMissing =
            tags.primaries == nil || tags.transfer == nil || tags.matrix == nil && !isRGB && !isGrey
        return (ColorProperties(primaries: primaries, transfer: transfer, matrix: matrix), isMissing && !isJPEG)
    }

    /// Full range is the rule for R'G'B' and grey, narrow for Y'CbCr.
    func levels(_ tags: ColorTags) -> Levels {
        guard let isFull = tags.isFullRange else { return isRGB || isGrey || codec == "mjpeg" ? .full : .narrow }
        return isFull ? .full : .narrow
    }

    /// What the standards of the codec say where nothing is stated: JPEG and MPEG-1 lie between the samples, DV's 4:2:0
    /// and everything else to the left.
    func siting(_ tags: ColorTags) -> ChromaSiting {
        if let stated = tags.siting.flatMap(ChromaSiting.init(rawValue:)) { return stated }
        return switch codec {
        case "mjpeg", "mpeg1video", "h261", "h263", "flv1", "vp6f", "theora", "vp8": .center
        case "dvvideo": .topLeft
        default: .left
        }
    }

    private func known<Value>(
        _ code: Int?, _ make: (Int) -> Value?, _ what: String, _ subject: String
    ) throws(MediaError) -> Value? {
        guard let code else { return nil }
        guard let value = make(code) else {
            throw MediaError(
                kind: .data, call: "colour", subject: subject,
                problem: "its colour \(what) \(code) of ITU-T H.273 is not one that can be read",
                wayOut: "say what to take it for with --assume")
        }
        return value
    }
}

extension ColorProperties {
    /// The code points, `9/16/9`.
    var codes: String { "\(primaries.rawValue)/\(transfer.rawValue)/\(matrix.rawValue)" }
}
