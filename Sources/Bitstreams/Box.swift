/// One box of an ISO media file (ISO/IEC 14496-12), or atom of a QuickTime file, with the boxes inside it.
///
/// What is read and written again is the same to the byte, whatever of it is understood.
public struct Box: Hashable, Sendable {
    /// Its name.
    public var type: BoxType
    /// The bytes before the boxes inside; of a box without any, all bytes.
    public var fields: [UInt8]
    /// The boxes inside; `nil` for one that holds none, or none that is known.
    public var children: [Box]?
    /// Bytes after the boxes inside that are no box, such as the four zeros that end some QuickTime lists.
    public var rest: [UInt8] = []
    /// Whether its size is written in eight bytes although four would do.
    public var hasLongSize = false

    /// A box without others inside.
    public init(_ type: BoxType, _ fields: [UInt8]) { (self.type, self.fields) = (type, fields) }

    /// A box of boxes.
    public init(_ type: BoxType, fields: [UInt8] = [], children: [Box]) {
        (self.type, self.fields, self.children) = (type, fields, children)
    }

    /// A box whose fields begin with a version and 24 flags.
    public init(_ type: BoxType, version: UInt8, flags: UInt32 = 0, _ fields: [UInt8]) {
        self.init(type, [version, UInt8(flags >> 16 & 0xff), UInt8(flags >> 8 & 0xff), UInt8(flags & 0xff)] + fields)
    }

    // MARK: Size

    /// Bytes of the box with its header.
    public var byteCount: Int { headerCount + contentCount }

    private var contentCount: Int { fields.count + rest.count + (children ?? []).reduce(0) { $0 + $1.byteCount } }

    private var headerCount: Int { hasLongSize || contentCount + 8 > Int(UInt32.max) ? 16 : 8 }

    // MARK: Writing

    /// The box as it stands in a file.
    public var bytes: [UInt8] {
        var all: [UInt8] = []
        all.reserveCapacity(byteCount)
        write(to: &all)
        return all
    }

    private func write(to all: inout [UInt8]) {
        let count = UInt64(byteCount)
        if headerCount == 16 {
            all.append(1, byteCount: 4)
            all.append(UInt64(type.code), byteCount: 4)
            all.append(count, byteCount: 8)
        } else {
            all.append(count, byteCount: 4)
            all.append(UInt64(type.code), byteCount: 4)
        }
        all += fields
        for child in children ?? [] { child.write(to: &all) }
        all += rest
    }

    // MARK: Finding

    /// The first box inside of a type.
    public subscript(type: BoxType) -> Box? { children?.first { $0.type == type } }

    /// The first box down a path of types.
    public func first(_ path: BoxType...) -> Box? {
        var found: Box? = self
        for type in path { found = found?[type] }
        return found
    }

    /// All boxes inside of a type.
    public func all(_ type: BoxType) -> [Box] { (children ?? []).filter { $0.type == type } }

    /// Changes the first box down a path of types; nothing happens, and the answer is `false`, where there is none.
    @discardableResult
    public mutating func change<Path: Collection<BoxType>>(_ path: Path, _ body: (inout Box) -> Void) -> Bool {
        guard let type = path.first else {
            body(&self)
            return true
        }
        guard let index = children?.firstIndex(where: { $0.type == type }) else { return false }
        return children?[index].change(path.dropFirst(), body) ?? false
    }

    /// Puts boxes in the place of all of a type, where the first of them stands, or behind the others. Nothing is put into
    /// a box that holds none.
    public mutating func replace(_ type: BoxType, by boxes: [Box]) {
        guard var all = children else { return }
        let place = all.firstIndex { $0.type == type } ?? all.count
        all.removeAll { $0.type == type }
        all.insert(contentsOf: boxes, at: place)
        children = all
    }
}
