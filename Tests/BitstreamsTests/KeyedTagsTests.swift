import Bitstreams
import Testing

/// Tags under names of their own come back, whatever their kind, in both forms of their box.
@Suite struct KeyedTagsTests {
    private let tags = KeyedTags(items: [
        .init(name: "com.apple.quicktime.make", text: "Someone"),
        .init(name: "com.example.picture", kind: 14, [0x89, 0x50, 0, 1]), .init(name: "", text: ""),
    ])

    @Test(arguments: [true, false]) func theyComeBack(isQuickTime: Bool) throws {
        let box = try Box(tags.box(isQuickTime: isQuickTime).bytes)
        #expect(KeyedTags(box) == tags)
        #expect(box.fields.count == (isQuickTime ? 0 : 4))
    }

    /// Cut anywhere, the bytes give fewer tags or none, and no other.
    @Test func damageGivesNoOthers() throws {
        let bytes = tags.box(isQuickTime: true).bytes
        for count in 8..<bytes.count {
            var part = Array(bytes[..<count])
            part.put(UInt64(count), at: 0, byteCount: 4)
            guard let found = KeyedTags(try Box(part)) else { continue }
            #expect(found.items.allSatisfy { item in tags.items.contains { $0.name == item.name } })
        }
    }

    /// A box of another handler is none of them.
    @Test func otherHandlersAreLeft() {
        #expect(KeyedTags(Box("meta", children: [Box("hdlr", [UInt8](repeating: 0, count: 25))])) == nil)
        #expect(KeyedTags(Box("free", [])) == nil)
    }
}
