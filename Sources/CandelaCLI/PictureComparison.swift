import Candela
import Foundation

/// Differences of one channel, gathered over pictures.
struct ChannelDifference: Sendable {
    var name: String
    var largest = 0.0
    var sum = 0.0
    var sumOfSquares = 0.0
    var count = 0

    var mean: Double { count > 0 ? sum / Double(count) : 0 }

    /// Peak signal over noise in decibels; infinite for equal pictures.
    func psnr(peak: Double) -> Double { 10 * log10(peak * peak * Double(max(count, 1)) / sumOfSquares) }

    /// Adds one sample's absolute difference.
    mutating func add(_ difference: Double) {
        largest = max(largest, difference)
        sum += difference
        sumOfSquares += difference * difference
    }
}

/// Compares pictures of two videos sample by sample: their codes where both have the same kind of codes, and their light.
struct PictureComparison: Sendable {
    /// By component; `nil` where the two store different things.
    private(set) var codes: [ChannelDifference]?
    /// Red, green and blue of BT.2020 in cd/m²; `nil` where a matrix has no plain inverse.
    private(set) var nits: [ChannelDifference]?
    /// The largest code.
    let peakCode: Double
    private let first: SampleReader
    private let second: SampleReader
    private let width: Int
    private let height: Int

    /// Prepares for two kinds of pictures; throws when they differ in size.
    init(_ a: PictureDescription, _ b: PictureDescription, names: (String, String)) throws(CommandError) {
        (width, height) = (a.visible.width, a.visible.height)
        guard width == b.visible.width, height == b.visible.height, a.orientation == b.orientation else {
            throw CommandError(
                names.1, "holds \(Self.shape(b)), \(names.0) holds \(Self.shape(a)); compare pictures of one size",
                code: .badData)
        }
        (first, second) = (SampleReader(a), SampleReader(b))
        let (x, y) = (a.layout, b.layout)
        peakCode = Double((1 << x.depth) - 1)
        let sameCodes =
            x.model == y.model && x.components.map(\.depth) == y.components.map(\.depth) && !x.isFloat && !y.isFloat
            && x.log2ChromaWidth == y.log2ChromaWidth && x.log2ChromaHeight == y.log2ChromaHeight
        let letters: [String] =
            switch x.model {
            case .ycbcr: ["Y", "Cb", "Cr", "A"]
            case .rgb: ["R", "G", "B", "A"]
            case .grey: ["Y", "A"]
            }
        codes = sameCodes ? zip(letters, x.components).map { ChannelDifference(name: $0.0) } : nil
        nits = first.canGiveLight && second.canGiveLight ? ["R", "G", "B"].map { ChannelDifference(name: $0) } : nil
    }

    /// What must be the same in both: the size as stored, which is what is compared, and how it is turned.
    private static func shape(_ picture: PictureDescription) -> String {
        let turns = picture.orientation.quarterTurns
        return "\(picture.visible.width)x\(picture.visible.height)"
            + (turns == 0 ? "" : " turned \(turns * 90) degrees")
            + (picture.orientation.isMirrored ? " mirrored" : "")
    }

    /// Compares one pair; answers whether anything differs.
    mutating func add(_ a: HostPlanes, _ b: HostPlanes) -> Bool {
        var differs = false
        if var channels = codes {
            for index in channels.indices { differs = compareCodes(&channels[index], index, a, b) || differs }
            codes = channels
        }
        // Equal codes with equal meaning are equal light.
        let lightMayDiffer = differs || codes == nil || !first.means(sameAs: second)
        if var channels = nits {
            if lightMayDiffer {
                let found = compareLight(&channels, a, b)
                differs = differs || found
            } else {
                for index in channels.indices { channels[index].count += width * height }
            }
            nits = channels
        }
        return differs
    }

    private func compareCodes(
        _ channel: inout ChannelDifference, _ component: Int, _ a: HostPlanes, _ b: HostPlanes
    ) -> Bool {
        let (columns, rows) = first.size(component, width: width, height: height)
        let largest = channel.largest
        channel.largest = 0
        for y in 0..<rows {
            for x in 0..<columns {
                let difference = first.code(component, a, x, y) - second.code(component, b, x, y)
                if difference != 0 { channel.add(Double(abs(difference))) }
            }
        }
        channel.count += columns * rows
        let differs = channel.largest > 0
        channel.largest = max(channel.largest, largest)
        return differs
    }

    private func compareLight(_ channels: inout [ChannelDifference], _ a: HostPlanes, _ b: HostPlanes) -> Bool {
        var differs = false
        for y in 0..<height {
            for x in 0..<width {
                let difference = first.nits(a, x, y) - second.nits(b, x, y)
                for index in 0..<3 where difference[index] != 0 {
                    channels[index].add(abs(difference[index]))
                    differs = true
                }
            }
        }
        for index in channels.indices { channels[index].count += width * height }
        return differs
    }
}
