/// One message that stands beside the coded pictures of an HEVC stream.
///
/// Source: ITU-T H.265, 7.3.5 and annex D.
public struct SEIMessage: Hashable, Sendable {
    /// 4 is registered user data (ITU-T T.35), 137 the mastering display, 144 light levels, 147 another transfer, 148 the
    /// room's light.
    public var type: Int
    /// Its bytes, without emulation prevention.
    public var payload: [UInt8]

    /// A message from its type and bytes.
    public init(type: Int, payload: [UInt8]) { (self.type, self.payload) = (type, payload) }

    /// The messages of an SEI unit's payload, as far as they are whole.
    public static func all(in payload: [UInt8]) -> [SEIMessage] {
        var messages: [SEIMessage] = []
        var next = 0
        /// A number in steps of 255.
        func number() -> Int? {
            var value = 0
            while next < payload.count {
                let byte = payload[next]
                next += 1
                value += Int(byte)
                if byte != 0xff { return value }
            }
            return nil
        }
        // The last byte holds the stop bit alone.
        while next < payload.count - 1, let type = number(), let count = number(), count <= payload.count - next {
            messages.append(SEIMessage(type: type, payload: Array(payload[next..<next + count])))
            next += count
        }
        return messages
    }

    /// An SEI unit, before the picture it speaks of, with these messages.
    public static func unit(_ messages: [SEIMessage]) -> NALUnit {
        var payload: [UInt8] = []
        for message in messages {
            for var number in [message.type, message.payload.count] {
                while number >= 255 {
                    payload.append(0xff)
                    number -= 255
                }
                payload.append(UInt8(number))
            }
            payload += message.payload
        }
        payload.append(0x80)
        return NALUnit(type: 39, payload: payload)
    }

    /// Whether it is dynamic metadata of HDR10+: ITU-T T.35 of country 0xB5, provider 0x003C, oriented 1, application 4.
    public var isHDR10Plus: Bool { type == 4 && payload.starts(with: [0xb5, 0x00, 0x3c, 0x00, 0x01, 0x04]) }
}
