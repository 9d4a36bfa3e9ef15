import Bitstreams
import Testing

/// Units, configuration records, messages and parameter sets of HEVC.
@Suite struct HEVCTests {
    /// Emulation prevention is put in and taken out, for every run of zeros and what may follow it.
    @Test func payloadsComeBack() throws {
        for zeros in 0..<6 {
            for next in 0...4 {
                for tail in [[0x80], [0xff], [0, 1], [0, 0, 0x80]] as [[UInt8]] {
                    let payload = [0xaa] + [UInt8](repeating: 0, count: zeros) + [UInt8(next)] + tail
                    let unit = NALUnit(type: 39, layer: 5, payload: payload)
                    #expect(unit.type == 39 && unit.layer == 5)
                    #expect(unit.payload == payload)
                    for place in 2..<unit.bytes.count - 2 {
                        let three = unit.bytes[place..<place + 3]
                        #expect(!(three.elementsEqual([0, 0, 0]) || three.elementsEqual([0, 0, 1])))
                        #expect(!three.elementsEqual([0, 0, 2]))
                    }
                }
            }
        }
    }

    @Test func streamsAreSplit() throws {
        let units = [
            NALUnit(type: 32, payload: [1, 2, 0, 0, 1]), NALUnit(type: 33, payload: [9]),
            NALUnit(type: 1, payload: [4]),
        ]
        let stream =
            [0, 0, 0, 1] + units[0].bytes + [0, 0, 1] + units[1].bytes + [0, 0, 0, 0, 1] + units[2].bytes + [0, 0]
        #expect(NALUnit.annexB(stream) == units)
        #expect(NALUnit.annexB([]) == [] && NALUnit.annexB([0, 0, 1]) == [] && NALUnit.annexB([1, 2, 3]) == [])
        let place = stream.count - 2 - units[2].bytes.count - 5
        #expect(NALUnit.firstSlice(annexB: stream) == place)
        #expect(NALUnit.firstSlice(annexB: stream[..<place]) == nil)
        #expect(NALUnit.firstSlice(annexB: [0, 0, 1, 2, 1, 5]) == 0)
        for size in [1, 2, 4] {
            var sample: [UInt8] = []
            for unit in units {
                sample.append(UInt64(unit.bytes.count), byteCount: size)
                sample += unit.bytes
            }
            #expect(try NALUnit.lengthPrefixed(sample, lengthByteCount: size) == units)
            #expect(throws: BitstreamError.self) {
                try NALUnit.lengthPrefixed(Array(sample.dropLast()), lengthByteCount: size)
            }
        }
    }

    @Test func configurationsComeBack() throws {
        let head = [UInt8](1...21) + [0xfb]
        let sets = NALUnit(type: 33, payload: [5, 6])
        let fields = head + [2, 0xa1, 0, 1, 0, 4] + sets.bytes + [0x27, 0, 0]
        let record = try HEVCConfiguration(fields)
        #expect(record.lengthByteCount == 4 && record.units(ofType: 33) == [sets])
        #expect(record.groups.map(\.type) == [33, 39] && record.groups[0].isComplete)
        #expect(record.fields == fields)
        for count in 0..<fields.count {
            #expect(throws: BitstreamError.self) { try HEVCConfiguration(Array(fields.prefix(count))) }
        }
    }

    @Test func messagesComeBack() {
        let messages = [
            SEIMessage(type: 137, payload: MetadataTests.display),
            SEIMessage(type: 300, payload: [UInt8](repeating: 0, count: 600)),
            SEIMessage(type: 4, payload: [0xb5, 0x00, 0x3c, 0x00, 0x01, 0x04, 1]),
        ]
        let found = SEIMessage.all(in: SEIMessage.unit(messages).payload)
        #expect(found == messages && found.map(\.isHDR10Plus) == [false, false, true])
        #expect(SEIMessage.all(in: [137, 24, 1, 2, 0x80]) == [])
        #expect(SEIMessage.all(in: [255, 255]) == [] && SEIMessage.all(in: []) == [])
    }

    @Test func numbersAreRead() {
        // 1, 010, 011, 00100, 00101 are 0, 1, 2, 3, 4; signed 0, 1, -1, 2, -2.
        let codes: [UInt8] = [0b1010_0110, 0b0100_0010, 0b1000_0000]
        var reader = BitReader(codes)
        #expect((0..<5).map { _ in reader.unsigned() } == [0, 1, 2, 3, 4])
        reader = BitReader(codes)
        #expect((0..<5).map { _ in reader.signed() } == [0, 1, -1, 2, -2])
        #expect(!reader.isExhausted)
        _ = reader.bits(64)
        #expect(reader.isExhausted)
    }
}
