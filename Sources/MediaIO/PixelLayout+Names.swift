import CFFmpeg
import Frames

extension PixelLayout {
    /// Every layout that can be read and written in place, in the library's order.
    public static let all: [PixelLayout] = {
        var found: [PixelLayout] = []
        var next = av_pix_fmt_desc_next(nil)
        while let descriptor = next {
            let format = av_pix_fmt_desc_get_id(descriptor)
            if let layout = PixelLayout(format), layout.name == String(cString: descriptor.pointee.name) {
                found.append(layout)
            }
            next = av_pix_fmt_desc_next(descriptor)
        }
        return found
    }()

    /// The layout that ffmpeg calls `name`; a name without byte order, such as `yuv420p10`, is the little-endian one.
    public init?(name: String) {
        let format = av_get_pix_fmt(name)
        guard format != AV_PIX_FMT_NONE, let layout = PixelLayout(format) else { return nil }
        self = layout
    }

    /// The library's number for this layout; `nil` for layouts that it does not know.
    var pixelFormat: AVPixelFormat? {
        let format = av_get_pix_fmt(name)
        return format == AV_PIX_FMT_NONE ? nil : format
    }

    /// The layout of a pixel format whose samples stand whole in little-endian words; the `yuvj` formats give the plain
    /// layout. Others (palettes, 5-6-5, Bayer, packed 4:2:2, 4:1:1, big-endian words, grey with alpha) give `nil`.
    init?(_ format: AVPixelFormat) {
        let format = Self.withoutRange(format)
        guard let descriptor = av_pix_fmt_desc_get(format)?.pointee else { return nil }
        let flags = Flags(rawValue: descriptor.flags)
        let depths = Self.components(of: descriptor)
        guard flags.isDisjoint(with: [.bigEndian, .palette, .bitStream, .hardware, .bayer]), !depths.isEmpty,
            descriptor.log2_chroma_w <= 1, descriptor.log2_chroma_h <= 1
        else { return nil }
        let name = String(cString: descriptor.name)
        let hasAlpha = flags.contains(.alpha)
        let model: Model = flags.contains(.rgb) ? .rgb : depths.count - (hasAlpha ? 1 : 0) == 1 ? .grey : .ycbcr
        guard !(model == .grey && hasAlpha), !name.hasPrefix("xyz"), !name.hasPrefix("pal8") else { return nil }
        let isPacked = model == .ycbcr && depths[0].plane == depths[1].plane
        guard !isPacked || descriptor.log2_chroma_w == 0 else { return nil }
        guard let (words, components) = Self.words(depths, isFloat: flags.contains(.float)) else { return nil }
        self.init(
            name: name, model: model, components: components, wordBytes: words, isFloat: flags.contains(.float),
            log2ChromaWidth: Int(descriptor.log2_chroma_w), log2ChromaHeight: Int(descriptor.log2_chroma_h),
            hasAlpha: hasAlpha)
    }

    /// Finds the word size in which each sample stands whole.
    private static func words(_ components: [Component], isFloat: Bool) -> (bytes: Int, [Component])? {
        if components.allSatisfy({ $0.shift == 0 && $0.depth == 8 }) { return (1, components) }
        if isFloat {
            guard let depth = components.first?.depth, depth == 16 || depth == 32 else { return nil }
            return (depth / 8, components)
        }
        if components.allSatisfy({ $0.depth > 8 && $0.step % 2 == 0 && $0.shift + $0.depth <= 16 && $0.offset % 2 == 0 }
        ) {
            return (2, components)
        }
        // Three tens in one 32-bit word: the library counts bytes first, then bits.
        guard components.allSatisfy({ $0.plane == 0 && $0.step == 4 && $0.depth == 10 }) else { return nil }
        return (
            4,
            components.map {
                Component(plane: 0, offset: 0, step: 4, shift: $0.shift + 8 * $0.offset, depth: $0.depth)
            }
        )
    }

    private static func components(of descriptor: AVPixFmtDescriptor) -> [Component] {
        let each = descriptor.comp
        return [each.0, each.1, each.2, each.3].prefix(Int(descriptor.nb_components)).map {
            Component(
                plane: Int($0.plane), offset: Int($0.offset), step: Int($0.step), shift: Int($0.shift),
                depth: Int($0.depth))
        }
    }

    /// The plain format of one that says "full range" by its name.
    static func withoutRange(_ format: AVPixelFormat) -> AVPixelFormat {
        switch format {
        case AV_PIX_FMT_YUVJ420P: AV_PIX_FMT_YUV420P
        case AV_PIX_FMT_YUVJ422P: AV_PIX_FMT_YUV422P
        case AV_PIX_FMT_YUVJ444P: AV_PIX_FMT_YUV444P
        case AV_PIX_FMT_YUVJ440P: AV_PIX_FMT_YUV440P
        default: format
        }
    }

    /// The layout to convert a format into that we do not read in place: nothing is lost where that can be.
    static func nearest(to format: AVPixelFormat) -> PixelLayout? {
        guard let descriptor = av_pix_fmt_desc_get(format)?.pointee else { return nil }
        let name = String(cString: descriptor.name)
        let swapped = name.hasSuffix("be") ? PixelLayout(name: String(name.dropLast(2)) + "le") : nil
        if let swapped { return swapped }
        let depth = Int(descriptor.comp.0.depth)
        let flags = Flags(rawValue: descriptor.flags)
        let isWide = depth > 8 || name.hasPrefix("bayer") && name.contains("16")
        let choice: String =
            if name.hasPrefix("xyz") {
                "rgb48le"
            } else if flags.contains(.rgb) || flags.contains(.palette) || flags.contains(.bayer) {
                flags.contains(.alpha) ? (isWide ? "rgba64le" : "rgba") : (isWide ? "rgb48le" : "rgb24")
            } else if descriptor.nb_components <= 2 {
                flags.contains(.alpha) ? (isWide ? "rgba64le" : "rgba") : (isWide ? "gray16le" : "gray")
            } else {
                "yuv\(descriptor.log2_chroma_h > 0 ? "420" : "422")p" + (depth > 8 ? "\(depth)le" : "")
            }
        return PixelLayout(name: choice)
    }

    private struct Flags: OptionSet {
        let rawValue: UInt64
        static let bigEndian = Flags(rawValue: UInt64(AV_PIX_FMT_FLAG_BE))
        static let palette = Flags(rawValue: UInt64(AV_PIX_FMT_FLAG_PAL))
        static let bitStream = Flags(rawValue: UInt64(AV_PIX_FMT_FLAG_BITSTREAM))
        static let hardware = Flags(rawValue: UInt64(AV_PIX_FMT_FLAG_HWACCEL))
        static let rgb = Flags(rawValue: UInt64(AV_PIX_FMT_FLAG_RGB))
        static let alpha = Flags(rawValue: UInt64(AV_PIX_FMT_FLAG_ALPHA))
        static let bayer = Flags(rawValue: UInt64(AV_PIX_FMT_FLAG_BAYER))
        static let float = Flags(rawValue: UInt64(AV_PIX_FMT_FLAG_FLOAT))
    }
}
