/// Decoding times for streams of one or two pictures, which x265 cannot tell.
///
/// x265 3.5 takes its reordering delay from the third picture's time; before that it subtracts memory that it never set,
/// and a muxer refuses or, worse, keeps what comes out. So short a stream has nothing to reorder: each picture is decoded
/// when it is shown.
struct ShortStreamTimes {
    /// Presentation ticks of the first pictures, in the order sent; longer streams need none.
    private var ticks: [Int64] = []
    private var received = 0
    private var isEnded = false

    private static let longest = 2

    /// Notes a picture that was handed over.
    mutating func sent(ticks next: Int64) {
        if ticks.count <= Self.longest { ticks.append(next) }
    }

    /// Notes that no picture follows; until then an encoder that reorders has given no packet of so short a stream.
    mutating func ended() { isEnded = true }

    /// The decoding ticks of the packet just received, when the stream is too short for the encoder's own.
    mutating func nextDecodingTicks() -> Int64? {
        defer { received += 1 }
        guard isEnded, ticks.count <= Self.longest, ticks.indices.contains(received) else { return nil }
        return ticks[received]
    }
}
