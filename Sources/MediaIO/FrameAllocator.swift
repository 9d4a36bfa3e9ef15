import CFFmpeg
import Frames

/// Gives decoders memory from a pool: all planes of a frame in one page-aligned block, rows of 64 bytes' multiples,
/// planes at multiples of 256.
enum FrameAllocator {
    /// Where the planes of a decoder's frame lie in its block.
    private struct Placement {
        var rows: [Int] = []
        var offsets: [Int] = []
        var byteCount = 0
    }

    /// Makes a codec context draw from `pool`, which must outlive it.
    static func install(_ pool: BlockPool, in context: UnsafeMutablePointer<AVCodecContext>) {
        context.pointee.opaque = Unmanaged.passUnretained(pool).toOpaque()
        context.pointee.get_buffer2 = allocate
        candelaAllowParallelBuffers(context)
    }

    private static let allocate:
        @convention(c) (UnsafeMutablePointer<AVCodecContext>?, UnsafeMutablePointer<AVFrame>?, Int32) -> Int32 = {
            context, frame, flags in
            guard let context, let frame, let opaque = context.pointee.opaque,
                let codec = context.pointee.codec, codec.pointee.capabilities & AV_CODEC_CAP_DR1 != 0,
                let placement = place(frame.pointee, context)
            else { return avcodec_default_get_buffer2(context, frame, flags) }
            let pool = Unmanaged<BlockPool>.fromOpaque(opaque).takeUnretainedValue()
            return fill(frame, placement, from: pool)
        }

    private static func place(
        _ frame: AVFrame, _ context: UnsafeMutablePointer<AVCodecContext>
    ) -> Placement? {
        let format = AVPixelFormat(frame.format)
        guard PixelLayout(format) != nil else { return nil }
        var (width, height) = (frame.width, frame.height)
        var alignment = [Int32](repeating: 0, count: Int(AV_NUM_DATA_POINTERS))
        avcodec_align_dimensions2(context, &width, &height, &alignment)
        // All rows grow together: some codecs count on chroma rows being half of luma's.
        var rows = [Int32](repeating: 0, count: 4)
        repeat {
            guard av_image_fill_linesizes(&rows, format, width) >= 0, width < Int32.max / 4 else { return nil }
            guard zip(rows, alignment).contains(where: { $0 % max($1, 64) != 0 }) else { break }
            width += width & ~(width - 1)
        } while true
        var counts = [Int](repeating: 0, count: 4)
        guard av_image_fill_plane_sizes(&counts, format, height, rows.map(Int.init)) >= 0 else { return nil }
        var placement = Placement()
        for (row, count) in zip(rows, counts) where count > 0 {
            placement.rows.append(Int(row))
            placement.offsets.append(placement.byteCount)
            placement.byteCount += (count + 128 + 255) / 256 * 256
        }
        return placement
    }

    private static func fill(
        _ frame: UnsafeMutablePointer<AVFrame>, _ placement: Placement, from pool: BlockPool
    ) -> Int32 {
        let loan = pool.loan(byteCount: placement.byteCount)
        let base = loan.block.address.raw.assumingMemoryBound(to: UInt8.self)
        guard let buffer = buffer(of: loan.block.byteCount, at: base, keeping: loan) else {
            return candelaErrorNoMemory
        }
        candelaSetBuffer(frame, 0, buffer)
        for (index, row) in placement.rows.enumerated() {
            candelaSetPlane(frame, Int32(index), base + placement.offsets[index], Int32(row))
        }
        frame.pointee.extended_data = candelaExtendedData(frame)
        return 0
    }

    /// A reference-counted buffer over memory that `owner` keeps alive; the owner is released with the last reference.
    static func buffer(
        of byteCount: Int, at address: UnsafeMutablePointer<UInt8>, keeping owner: AnyObject, isReadOnly: Bool = false
    ) -> UnsafeMutablePointer<AVBufferRef>? {
        let kept = Unmanaged.passRetained(owner)
        let buffer = av_buffer_create(
            address, byteCount, { opaque, _ in if let opaque { Unmanaged<AnyObject>.fromOpaque(opaque).release() } },
            kept.toOpaque(), isReadOnly ? AV_BUFFER_FLAG_READONLY : 0)
        if buffer == nil { kept.release() }
        return buffer
    }
}
