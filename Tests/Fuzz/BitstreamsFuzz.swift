import Bitstreams

/// Any bytes are read as boxes, units, records, messages and parameter sets, and refused with a sentence or written again:
/// boxes to the byte, everything else to what reads the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBitstreams(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    readBoxes(input)
    for unit in NALUnit.annexB(input) { readUnit(unit) }
    for size in [1, 2, 4] {
        for unit in refusing({ () throws(BitstreamError) in try NALUnit.lengthPrefixed(input, lengthByteCount: size) })
            ?? []
        {
            readUnit(unit)
        }
    }
    if let record = refusing({ () throws(BitstreamError) in try HEVCConfiguration(input) }) {
        precondition(refusing { () throws(BitstreamError) in try HEVCConfiguration(record.fields) } == record)
        _ = record.lengthByteCount
    }
    return 0
}

private func readBoxes(_ input: [UInt8]) {
    guard let box = refusing({ () throws(BitstreamError) in try Box(input) }) else { return }
    // One that goes on to the end of its file, which is written as size 0, gets its size.
    precondition(input.starts(with: box.bytes) || input.starts(with: [0, 0, 0, 0]))
    var rest = [box]
    while let next = rest.popLast() {
        rest += next.children ?? []
        if let color = ColorBox(next.fields) { precondition(ColorBox(color.box.fields) == color) }
        if let display = MasteringDisplayBox(next.fields) { precondition(next.fields.starts(with: display.fields)) }
        if let tags = KeyedTags(next) { precondition(KeyedTags(tags.box(isQuickTime: true)) == tags) }
        if let light = LightLevelBox(next.fields) { precondition(next.fields.starts(with: light.fields)) }
        if let room = AmbientViewingBox(next.fields) { precondition(next.fields.starts(with: room.fields)) }
    }
}

private func readUnit(_ unit: NALUnit) {
    let payload = unit.payload
    let again = NALUnit(type: unit.type, layer: unit.layer, payload: payload)
    precondition(again.payload == payload && again.type == unit.type && again.layer == unit.layer)
    let messages = SEIMessage.all(in: payload)
    precondition(SEIMessage.all(in: SEIMessage.unit(messages).payload) == messages)
    if unit.type == 33 { _ = refusing { () throws(BitstreamError) in try SequenceParameterSet(unit) } }
}

/// What `body` makes; `nil` where it refuses, which it does in words.
private func refusing<Value>(_ body: () throws(BitstreamError) -> Value) -> Value? {
    do {
        return try body()
    } catch {
        precondition(!error.description.isEmpty, "an error says what is wrong")
        return nil
    }
}
