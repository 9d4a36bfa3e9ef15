import FilterLanguage

/// Cuts that keep the loops of one thread short.
///
/// Mesa's llvmpipe ends all loops of a thread when they have gone round 65,535 times together, and the picture is wrong
/// from there on. The cuts are the same for every device, so that a picture does not depend on which one makes it.
extension Plan {
    /// Turns of filters' loops that one thread is left, beside those over its own pixels.
    static let threadTurns = 60_000.0
    /// Pixels that one thread computes when it stores working light.
    private static let storedPixels = 2.0
    /// Pixels that one thread computes, a tile's rim among them, when it writes planes, and a generous number of those
    /// that a thread of a measuring filter reads.
    static let outputPixels = 24.0

    /// Stores what goes into a pass from the bottom up where the loops of its filters come to too many turns together.
    ///
    /// One filter's loops never do when its result is stored: the language allows no more.
    static func storeLongLoops(_ graph: Graph, _ stored: inout Set<Int>) {
        // Turns of a node's own loops and of those that are computed along with it, for one pixel.
        var turns: [Double] = []
        for node in graph.nodes.indices {
            guard case .filter(let filter, _, _) = graph.nodes[node] else {
                turns.append(0)
                continue
            }
            let inputs = graph.pictures(ofNode: node).filter { !stored.contains($0) }.sorted { turns[$0] > turns[$1] }
            var sum = inputs.reduce(filter.loopTurns) { $0 + turns[$1] }
            for input in inputs where sum * storedPixels > threadTurns && turns[input] > 0 {
                stored.insert(input)
                sum -= turns[input]
            }
            turns.append(sum)
        }
        let measured = graph.measuringNodes.flatMap { graph.pictures(ofNode: $0) }
        for node in measured + [graph.outputPicture] where turns[node] * outputPixels > threadTurns {
            stored.insert(node)
        }
    }
}
