/// The tags of a `meta` box whose handler is `mdta`: each under a name of its own, as QuickTime and phones write them.
///
/// Values stay bytes, whatever their kind and language.
public struct KeyedTags: Hashable, Sendable {
    /// One tag.
    public struct Item: Hashable, Sendable {
        /// Its name, such as `com.apple.quicktime.make`.
        public var name: String
        /// The kind of its name; `mdta` is a name written backwards like a host's.
        public var space: BoxType
        /// The `data` boxes with its values.
        public var values: [UInt8]

        public init(name: String, space: BoxType = "mdta", values: [UInt8]) {
            (self.name, self.space, self.values) = (name, space, values)
        }

        /// A tag of one text.
        public init(name: String, text: String) { self.init(name: name, kind: 1, Array(text.utf8)) }

        /// A tag of one value, whose kind is a number such as 1 (UTF-8), 13 (JPEG) or 14 (PNG).
        public init(name: String, kind: UInt32, _ value: [UInt8]) {
            self.init(name: name, values: Self.value(kind: kind, value).bytes)
        }

        /// The box of one value, in no language.
        public static func value(kind: UInt32, _ value: [UInt8]) -> Box {
            var fields: [UInt8] = []
            fields.append(UInt64(kind), byteCount: 4)
            fields.append(0, byteCount: 4)
            return Box("data", fields + value)
        }
    }

    public var items: [Item]

    public init(items: [Item] = []) { self.items = items }

    /// Reads them; `nil` for a box of another handler, or one that contradicts itself.
    public init?(_ meta: Box) {
        guard meta.type == "meta", let handler = meta["hdlr"]?.fields,
            handler.integer(at: 8, byteCount: 4) == UInt64(BoxType("mdta").code),
            let keys = meta["keys"]?.fields, let list = meta["ilst"]
        else { return nil }
        var names: [(String, BoxType)] = []
        var rest = keys.dropFirst(8)
        while let header = Box.Header(rest, left: 0), header.byteCount <= rest.count {
            names.append((String(decoding: rest.prefix(header.byteCount).dropFirst(8), as: UTF8.self), header.type))
            rest = rest.dropFirst(header.byteCount)
        }
        items = []
        for item in Self.boxes(list.bytes.dropFirst(8)) {
            let index = Int(item.type.code) - 1
            guard names.indices.contains(index) else { continue }
            items.append(
                Item(name: names[index].0, space: names[index].1, values: Array(item.bytes.dropFirst(8))))
        }
    }

    /// The box, in QuickTime's form or that of ISO/IEC 14496-12, which has a version.
    public func box(isQuickTime: Bool) -> Box {
        var handler: [UInt8] = []
        handler.append(0, byteCount: 4)
        handler.append(UInt64(BoxType("mdta").code), byteCount: 4)
        handler += [UInt8](repeating: 0, count: 13)
        var keys: [UInt8] = []
        keys.append(UInt64(items.count), byteCount: 4)
        for item in items { keys += Box(item.space, Array(item.name.utf8)).bytes }
        let values = items.enumerated().map { Box(BoxType(code: UInt32($0.offset + 1)), $0.element.values) }
        return Box(
            "meta", fields: isQuickTime ? [] : [0, 0, 0, 0],
            children: [
                Box("hdlr", version: 0, handler), Box("keys", version: 0, keys), Box("ilst", children: values),
            ])
    }

    /// Boxes one behind the other, none of which is looked into.
    static func boxes(_ bytes: ArraySlice<UInt8>) -> [Box] {
        var found: [Box] = []
        var rest = bytes
        while let header = Box.Header(rest, left: 0), header.byteCount <= rest.count {
            found.append(Box(header.type, Array(rest.prefix(header.byteCount).dropFirst(header.headerCount))))
            rest = rest.dropFirst(header.byteCount)
        }
        return found
    }
}
