/// Between which ends a lane lies on every device, whatever it rounds: clamps, squares and magnitudes promise them, and
/// functions that are not defined everywhere ask for them.
extension Machine {
    /// Room for the rounding of an end; past one that is a round number no rounding goes.
    private static func below(_ end: Double) -> Double { isRound(end) ? end : end - abs(end) * 8 * u }

    private static func above(_ end: Double) -> Double { isRound(end) ? end : end + abs(end) * 8 * u }

    /// Notes the ends of a varying lane.
    func note(_ lane: Lane, least: Double, most: Double = .infinity) {
        guard case .varying(let column) = lane else { return }
        column.least = max(column.least, least)
        column.most = min(column.most, most)
    }

    /// Ends of a product.
    func keepEnds(of a: Lane, times b: Lane, in product: Lane) {
        guard tracksBounds, case .varying = product else { return }
        if a.isSame(as: b) {
            let most = max(abs(a.least), abs(a.most))
            note(product, least: 0, most: Self.above(most * most))
            return
        }
        guard a.least > -.infinity || a.most < .infinity, b.least > -.infinity || b.most < .infinity else { return }
        if a.least >= 0, b.least >= 0 {
            note(product, least: Self.below(a.least * b.least), most: Self.above(Self.times(a.most, b.most)))
            return
        }
        let ends = [
            Self.times(a.least, b.least), Self.times(a.least, b.most), Self.times(a.most, b.least),
            Self.times(a.most, b.most),
        ]
        note(product, least: Self.below(ends.min() ?? -.infinity), most: Self.above(ends.max() ?? .infinity))
    }

    /// A product of ends, of which 0 keeps an unknown one at 0.
    private static func times(_ a: Double, _ b: Double) -> Double { a == 0 || b == 0 ? 0 : a * b }

    /// Ends of a quotient of what is not negative, by what is more than nothing.
    func keepEnds(of a: Lane, over b: Lane, in quotient: Lane) {
        guard tracksBounds, a.least >= 0, b.least >= 0 else { return }
        // 0 / 0 is no number, of which the bound says that nothing is promised.
        let least = b.most < .infinity && b.most > 0 ? Self.below(a.least / b.most) : 0
        note(quotient, least: least, most: b.least > 0 ? Self.above(a.most / b.least) : .infinity)
    }

    /// Ends of a sum, where no order of it rounds beyond them: sums of what is not negative, and of round numbers.
    func keepEnds(of a: Lane, plus b: Lane, in sum: Lane) {
        guard tracksBounds, case .varying = sum else { return }
        let (least, most) = (a.least + b.least, a.most + b.most)
        if a.least >= 0, b.least >= 0 {
            note(sum, least: Self.below(least), most: most < .infinity ? Self.above(most) : .infinity)
        } else if Self.isRound(a.least), Self.isRound(b.least) {
            note(sum, least: least)
        }
        if Self.isRound(a.most), Self.isRound(b.most) { note(sum, least: -.infinity, most: most) }
    }

    /// The same of a difference.
    func keepEnds(of a: Lane, minus b: Lane, in difference: Lane) {
        guard tracksBounds, case .varying = difference else { return }
        if Self.isRound(a.least), Self.isRound(b.most) { note(difference, least: a.least - b.most) }
        if Self.isRound(a.most), Self.isRound(b.least) { note(difference, least: -.infinity, most: a.most - b.least) }
    }

    private static func isRound(_ end: Double) -> Bool { abs(end) < roundest && size(end, 0) <= 0 }

    // MARK: Domains

    /// Errors up to which an argument does not leave a domain.
    private static let leastStep = 0x1p-100

    /// Notes the pixels of which a function's argument lies within its error of where the function has no value; what it
    /// gives there is not promised.
    func guardDomain(of argument: Lane, _ result: Lane, from low: Double, to high: Double = .infinity) -> Lane {
        guard tracksBounds, argument.least < low || argument.most > high else { return result }
        func isFragile(_ p: Int) -> Bool {
            let (x, b) = (argument.value(p), argument.bound(p))
            guard b > 0, b < .infinity else { return false }
            // What is lost below the normal range changes no sign.
            let isBelow = argument.least < low && x - b < low - Self.leastStep && x + b >= low
            return isBelow || argument.most > high && x + b > high + Self.leastStep && x - b <= high
        }
        if case .uniform(let value, _) = result {
            guard isFragile(0) else { return result }
            for p in 0..<count where mask?.flags[p] ?? true { fragile.flags[p] = true }
            return .uniform(value, .infinity)
        }
        guard case .varying(let to) = result else { return result }
        for p in 0..<count where mask?.flags[p] ?? true {
            guard isFragile(p) else { continue }
            fragile.flags[p] = true
            to.bounds[p] = .infinity
        }
        return result
    }
}
