import Frames

/// What a frame reads as one of its sources.
enum FrameSource: Sendable {
    case absent
    case host(HostPlanes)
    case image(GPUImage)
}

/// How one source of one frame reaches the passes.
struct BoundSource {
    /// One plane as passes bind it.
    struct Plane {
        var range: BufferRange
        /// Bytes from the bound range's start to the first sample.
        var offset: Int
        var bytesPerRow: Int
    }

    /// A copy that must come first, on the upload queue.
    struct Copy {
        var from: BufferRange
        var to: BufferRange
    }

    /// An image that must be copied into a plane first, on the compute queue.
    struct ImageCopy {
        var image: ImageHandle
        var to: BufferRange
        var bytesPerRow: Int
    }

    var planes: [Plane]
    var copies: [Copy] = []
    var imageCopy: ImageCopy?
    var isPresent = true

    /// Equal for sources that the same passes and descriptors serve.
    var passesKey: [Int] { planes.flatMap { $0.range.key } + [imageCopy?.image.id ?? 0] }
    /// Equal for sources that the same upload serves.
    var uploadKey: [Int] { copies.flatMap { $0.from.key + $0.to.key } }

    /// Every buffer that the GPU touches for it.
    var buffers: [GPUBuffer] {
        planes.map(\.range.buffer) + copies.flatMap { [$0.from.buffer, $0.to.buffer] }
    }
}

/// A slot's own room for one source: where it is copied when it cannot be read where it lies.
struct SourceRoom {
    private let picture: PictureDescription
    private let name: String
    private let map: PlaneMap
    private let device: GPUDevice
    /// Where passes read it: device memory when staged, mapped memory when in place.
    private var target: GPUBuffer?
    /// Where the processor writes it for a copy by the device.
    private var stagingBuffer: GPUBuffer?

    init(_ picture: PictureDescription, index: Int, device: GPUDevice) throws(DeviceError) {
        self.picture = picture
        self.device = device
        name = "source \(index)"
        map = PlaneMap(layout: picture.layout, width: picture.codedWidth, height: picture.codedHeight)
        let limit = device.info.limits.storageBufferByteCount
        for count in map.byteCounts where count > limit {
            throw .limit(
                device: device.info.name, what: "bytes a storage buffer", wanted: count, offered: limit)
        }
    }

    /// Binds a frame's source: where it lies if the device can read it there, else a copy.
    ///
    /// The host memory must stay as it is until the frame has passed. Throws `FrameError` where it is not the picture
    /// described.
    mutating func bind(_ source: FrameSource, standIn: GPUBuffer) throws -> BoundSource {
        switch source {
        case .absent:
            let plane = BoundSource.Plane(
                range: BufferRange(buffer: standIn, offset: 0, byteCount: standIn.byteCount), offset: 0,
                bytesPerRow: 0)
            return BoundSource(
                planes: [BoundSource.Plane](repeating: plane, count: picture.layout.planeCount), isPresent: false)
        case .host(let planes):
            try requireFit(planes)
            return device.strategy == .inPlace ? try bindInPlace(planes) : try bindStaged(planes)
        case .image(let image):
            return try bind(image)
        }
    }

    // MARK: - In place

    private mutating func bindInPlace(_ planes: HostPlanes) throws(VulkanError) -> BoundSource {
        if let block = planes.block, isAligned(planes), let buffer = try device.imports.buffer(over: block),
            let bound = bind(planes, in: buffer, over: block)
        {
            return BoundSource(planes: bound)
        }
        let target = try grownTarget(toHold: map.byteCount, use: .inPlace)
        copyRows(planes, to: target)
        return BoundSource(planes: mappedPlanes(of: target))
    }

    /// The planes where they lie in imported memory; nil where a binding could not reach one.
    private func bind(_ planes: HostPlanes, in buffer: GPUBuffer, over block: MemoryBlock) -> [BoundSource.Plane]? {
        let alignment = device.info.limits.storageBufferAlignment
        let bound = planes.planes.enumerated().compactMap { index, plane -> BoundSource.Plane? in
            let start = plane.address.raw - block.address.raw
            let offset = start / alignment * alignment
            let count = min((start - offset + byteCount(of: plane, index) + 3) / 4 * 4, buffer.byteCount - offset)
            guard start >= 0, start + byteCount(of: plane, index, isTight: true) <= block.byteCount,
                count <= device.info.limits.storageBufferByteCount
            else { return nil }
            return BoundSource.Plane(
                range: BufferRange(buffer: buffer, offset: offset, byteCount: count), offset: start - offset,
                bytesPerRow: plane.bytesPerRow)
        }
        return bound.count == planes.planes.count ? bound : nil
    }

    // MARK: - Staged

    private mutating func bindStaged(_ planes: HostPlanes) throws(VulkanError) -> BoundSource {
        if let block = planes.block, isAligned(planes), let buffer = try device.imports.buffer(over: block),
            let copied = try bindCopied(planes, from: buffer, over: block)
        {
            return copied
        }
        let target = try grownTarget(toHold: map.byteCount, use: .device)
        let staging = try staging()
        copyRows(planes, to: staging)
        let copy = BoundSource.Copy(
            from: BufferRange(buffer: staging, offset: 0, byteCount: map.byteCount),
            to: BufferRange(buffer: target, offset: 0, byteCount: map.byteCount))
        return BoundSource(planes: mappedPlanes(of: target), copies: [copy])
    }

    /// Planes copied by the device out of imported memory, rows as they are; nil where they reach beyond the block or a
    /// binding.
    private mutating func bindCopied(
        _ planes: HostPlanes, from buffer: GPUBuffer, over block: MemoryBlock
    ) throws(VulkanError) -> BoundSource? {
        let counts = planes.planes.enumerated().map { byteCount(of: $1, $0) }
        let starts = planes.planes.map { $0.address.raw - block.address.raw }
        let limit = device.info.limits.storageBufferByteCount
        var offsets: [Int] = []
        var end = 0
        for count in counts {
            offsets.append(end)
            end = (end + count + 255) / 256 * 256
        }
        let sources = starts.indices.map { index in
            BufferRange(
                buffer: buffer, offset: starts[index],
                byteCount: min(counts[index], block.byteCount - starts[index]))
        }
        let fits = sources.indices.allSatisfy { index in
            starts[index] >= 0 && counts[index] <= limit
                && sources[index].byteCount >= byteCount(of: planes.planes[index], index, isTight: true)
        }
        guard fits else { return nil }
        let target = try grownTarget(toHold: end, use: .device)
        let bound = offsets.indices.map { index in
            BoundSource.Plane(
                range: BufferRange(buffer: target, offset: offsets[index], byteCount: (counts[index] + 3) / 4 * 4),
                offset: 0, bytesPerRow: planes.planes[index].bytesPerRow)
        }
        let copies = zip(sources, offsets).map { source, offset in
            BoundSource.Copy(
                from: source, to: BufferRange(buffer: target, offset: offset, byteCount: source.byteCount))
        }
        return BoundSource(planes: bound, copies: copies)
    }

    // MARK: - Images

    private mutating func bind(_ image: GPUImage) throws -> BoundSource {
        try image.requireFit(picture, named: name)
        let target = try grownTarget(toHold: map.byteCount, use: device.strategy == .inPlace ? .inPlace : .device)
        let planes = mappedPlanes(of: target)
        return BoundSource(
            planes: planes,
            imageCopy: BoundSource.ImageCopy(
                image: image.handle, to: planes[0].range, bytesPerRow: map.bytesPerRow[0]))
    }

    // MARK: - Parts

    private func mappedPlanes(of buffer: GPUBuffer) -> [BoundSource.Plane] {
        map.offsets.indices.map { index in
            BoundSource.Plane(
                range: BufferRange(
                    buffer: buffer, offset: map.offsets[index], byteCount: (map.byteCounts[index] + 3) / 4 * 4),
                offset: 0, bytesPerRow: map.bytesPerRow[index])
        }
    }

    private mutating func grownTarget(toHold byteCount: Int, use: MemoryUse) throws(VulkanError) -> GPUBuffer {
        if let target, target.byteCount >= byteCount { return target }
        // The slot is idle, so the smaller buffer, if any, is free to go.
        target = nil
        let grown = try GPUBuffer(byteCount, use: use, named: name, core: device.core)
        target = grown
        return grown
    }

    private mutating func staging() throws(VulkanError) -> GPUBuffer {
        if let stagingBuffer { return stagingBuffer }
        let made = try GPUBuffer(map.byteCount, use: .upload, named: name + "'s staging", core: device.core)
        stagingBuffer = made
        return made
    }

    /// Whether rows can be read as they are, sixteen bytes at a time.
    private func isAligned(_ planes: HostPlanes) -> Bool {
        planes.planes.allSatisfy { plane in
            plane.bytesPerRow > 0 && plane.bytesPerRow % 16 == 0 && Int(bitPattern: plane.address.raw) % 16 == 0
        }
    }

    private func rowCount(_ plane: Int) -> Int {
        picture.layout.size(ofPlane: plane, width: picture.codedWidth, height: picture.codedHeight).height
    }

    /// Bytes from a plane's first row to its last one's end, that row's padding counted unless `isTight`.
    private func byteCount(of plane: HostPlanes.Plane, _ index: Int, isTight: Bool = false) -> Int {
        let tight = picture.layout.bytesPerRow(ofPlane: index, width: picture.codedWidth)
        return abs(plane.bytesPerRow) * (rowCount(index) - 1) + (isTight ? tight : max(plane.bytesPerRow, tight))
    }

    private func requireFit(_ planes: HostPlanes) throws(FrameError) {
        guard planes.planes.count == picture.layout.planeCount else {
            throw FrameError(
                subject: name,
                problem: "\(planes.planes.count) planes were given, \(picture.layout.name) has "
                    + "\(picture.layout.planeCount)")
        }
        for (index, plane) in planes.planes.enumerated() {
            let row = picture.layout.bytesPerRow(ofPlane: index, width: picture.codedWidth)
            guard abs(plane.bytesPerRow) >= row,
                plane.byteCount >= byteCount(of: plane, index, isTight: true)
            else {
                throw FrameError(
                    subject: name,
                    problem:
                        "plane \(index) holds \(plane.byteCount) bytes in rows of \(plane.bytesPerRow), too few for "
                        + "\(picture.codedWidth)x\(picture.codedHeight) \(picture.layout.name)")
            }
        }
    }

    private func copyRows(_ planes: HostPlanes, to buffer: GPUBuffer) {
        guard let base = buffer.mapped?.raw else { return }
        for (index, plane) in planes.planes.enumerated() {
            let row = picture.layout.bytesPerRow(ofPlane: index, width: picture.codedWidth)
            let target = HostPlanes.Plane(
                address: base + map.offsets[index], bytesPerRow: map.bytesPerRow[index],
                byteCount: map.byteCounts[index])
            plane.copyRows(to: target, byteCount: row, rowCount: rowCount(index))
            device.counters.hostCopied(row * rowCount(index))
        }
    }
}
