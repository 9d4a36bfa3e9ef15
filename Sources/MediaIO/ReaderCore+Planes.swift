import CFFmpeg
import Frames

/// The memory of decoded pictures.
extension ReaderCore {
    /// The decoder's own memory where it came from our pool, a copy in our pool where not.
    func planes(of handle: FrameHandle) throws(MediaError) -> HostPlanes {
        let frame = handle.raw
        let (layout, height) = (track.description.layout, Int(frame.pointee.height))
        let format = PixelLayout.withoutRange(AVPixelFormat(frame.pointee.format))
        guard PixelLayout(format) == layout, converter == nil else {
            if converter == nil { converter = FrameConverter(to: layout, subject: demuxer.path) }
            guard let converter else { return HostPlanes(planes: []) }
            return try converter.convert(frame, pool: decoder.pool)
        }
        if let buffer = candelaBuffer(frame, 0), candelaBuffer(frame, 1) == nil,
            let block = decoder.pool.lentBlock(at: UnsafeMutableRawPointer(buffer.pointee.data)),
            (0..<layout.planeCount).allSatisfy({ candelaRow(frame, Int32($0)) > 0 })
        {
            let planes = (0..<layout.planeCount).compactMap { index -> HostPlanes.Plane? in
                guard let address = candelaPlane(frame, Int32(index)) else { return nil }
                let row = Int(candelaRow(frame, Int32(index)))
                let rows = layout.size(ofPlane: index, width: 1, height: height).height
                return HostPlanes.Plane(address: address, bytesPerRow: row, byteCount: row * rows)
            }
            return HostPlanes(planes: planes, block: block, owner: handle)
        }
        return copy(frame, layout)
    }

    private func copy(_ frame: UnsafePointer<AVFrame>, _ layout: PixelLayout) -> HostPlanes {
        let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
        let planes = decoder.pool.planes(layout: layout, width: width, height: height)
        for (index, plane) in planes.planes.enumerated() {
            guard let source = candelaPlane(frame, Int32(index)) else { continue }
            let size = layout.size(ofPlane: index, width: width, height: height)
            av_image_copy_plane(
                plane.address.raw.assumingMemoryBound(to: UInt8.self), Int32(plane.bytesPerRow), source,
                candelaRow(frame, Int32(index)), Int32(layout.bytesPerRow(ofPlane: index, width: width)),
                Int32(size.height))
        }
        return planes
    }
}
