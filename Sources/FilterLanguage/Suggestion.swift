/// Finds the name that somebody most likely meant.
public enum Suggestion {
    /// The end of a message: `; did you mean 'x'?`, or nothing when no known name is near.
    public static func ending(for wrong: String, among known: some Sequence<String>) -> String {
        guard let near = nearest(to: wrong, among: known) else { return "" }
        return "; did you mean '\(near)'?"
    }

    /// The known name with the fewest edits from `wrong`, when they are few for its length.
    public static func nearest(to wrong: String, among known: some Sequence<String>) -> String? {
        guard wrong.count <= 64 else { return nil }
        let limit = max(1, wrong.count / 3)
        let lowered = Array(wrong.lowercased())
        var best: (name: String, distance: Int)?
        for name in known where name != wrong && name.count <= 64 {
            let distance = distance(lowered, Array(name.lowercased()))
            guard distance <= limit else { continue }
            if let found = best, (found.distance, found.name) <= (distance, name) { continue }
            best = (name, distance)
        }
        return best?.name
    }

    /// Insertions, deletions, replacements and swaps of neighbours that turn one name into the other.
    static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var older: [Int] = []
        var previous = Array(0...b.count)
        for i in 0..<a.count {
            var row = [i + 1]
            for j in 0..<b.count {
                var cost = min(previous[j + 1] + 1, row[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, older[j - 1] + 1) }
                row.append(cost)
            }
            older = previous
            previous = row
        }
        return previous[b.count]
    }
}
