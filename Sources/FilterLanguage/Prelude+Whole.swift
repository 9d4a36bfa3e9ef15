/// GLSL's functions of whole numbers and their bits, to the bit what GLSL says.
extension Prelude {
    static let wholeNames: Set<String> = [
        "bitfieldExtract", "bitfieldInsert", "uaddCarry", "usubBorrow", "umulExtended", "imulExtended",
    ]

    /// The text of a function of whole numbers for arguments of the given types; `nil` when there is no such function.
    static func whole(_ name: String, _ given: [ValueType]) -> String? {
        guard let t = given.first, t.isScalarOrVector, let scalar = t.scalar, scalar == .int || scalar == .uint else {
            return nil
        }
        func isGiven(_ types: ValueType...) -> Bool { given == types }
        // What is written in the code without a letter is an int, and stands for a uint beside one.
        let hasUints = given.allSatisfy { $0.scalar == .uint || $0.scalar == .int }
        let unsigned = ValueType.of(.uint, t.componentCount)
        let isOfUints = hasUints && given.allSatisfy { $0.componentCount == t.componentCount }
        switch name {
        case "bitfieldExtract" where isGiven(t, .int, .int): return extract(t)
        case "bitfieldInsert" where given.count == 4 && given[2...] == [.int, .int] && given[0] == given[1]:
            return insert(t)
        case "uaddCarry" where given.count == 3 && isOfUints && given[2] == unsigned:
            return carry(unsigned, name, "+", carries: "sMade", below: "xGiven")
        case "usubBorrow" where given.count == 3 && isOfUints && given[2] == unsigned:
            return carry(unsigned, name, "-", carries: "xGiven", below: "yGiven")
        case "umulExtended" where given.count == 4 && isOfUints && given[2] == unsigned && given[3] == unsigned:
            return product(unsigned, isSigned: false)
        case "imulExtended" where given == [t, t, t, t] && scalar == .int: return product(t, isSigned: true)
        default: return nil
        }
    }

    /// Bits from one on; those above the highest of them are copies of it in an int.
    private static func extract(_ t: ValueType) -> String {
        """
        \(t) bitfieldExtract(\(t) xGiven, int oGiven, int bGiven) {
            if (bGiven <= 0) return \(t)(0);
            return (xGiven << (32 - oGiven - bGiven)) >> (32 - bGiven);
        }
        """
    }

    private static func insert(_ t: ValueType) -> String {
        let one = t.scalar == .uint ? "1u" : "1"
        let (s, all) = t.scalar == .uint ? ("uint", "4294967295u") : ("int", "-1")
        return """
            \(t) bitfieldInsert(\(t) xGiven, \(t) yGiven, int oGiven, int bGiven) {
                if (bGiven <= 0) return xGiven;
                \(s) mMade = (bGiven >= 32 ? \(all) : (\(one) << bGiven) - \(one)) << oGiven;
                return (xGiven & ~mMade) | ((yGiven << oGiven) & mMade);
            }
            """
    }

    /// A sum or difference, and 1 where it left the 32 bits: where `carries` is less than `below`.
    private static func carry(
        _ t: ValueType, _ name: String, _ symbol: String, carries: String, below: String
    ) -> String {
        let isLess = t == .of(.uint, 1) ? "\(carries) < \(below)" : "lessThan(\(carries), \(below))"
        return """
            \(t) \(name)(\(t) xGiven, \(t) yGiven, out \(t) cGiven) {
                \(t) sMade = xGiven \(symbol) yGiven;
                cGiven = \(t)(\(isLess));
                return sMade;
            }
            """
    }

    /// The 64 bits of a product, by halves of 16 bits; that of ints is the one of their bits as uints, less what a sign
    /// stands for.
    private static func product(_ t: ValueType, isSigned: Bool) -> String {
        let u = ValueType.of(.uint, t.componentCount)
        let high = "hMade + (mMade >> 16)"
        let signed = "\(t)(\(high)) - ((xGiven >> 31) & yGiven) - ((yGiven >> 31) & xGiven)"
        return """
            void \(isSigned ? "imulExtended" : "umulExtended")(\(t) xGiven, \(t) yGiven, out \(t) mGiven, out \(t) lGiven) {
                \(u) aMade = \(u)(xGiven) & 65535u;
                \(u) bMade = \(u)(xGiven) >> 16;
                \(u) cMade = \(u)(yGiven) & 65535u;
                \(u) dMade = \(u)(yGiven) >> 16;
                \(u) adMade = aMade * dMade;
                \(u) bcMade = bMade * cMade;
                \(u) mMade = ((aMade * cMade) >> 16) + (adMade & 65535u) + (bcMade & 65535u);
                \(u) hMade = bMade * dMade + (adMade >> 16) + (bcMade >> 16);
                mGiven = \(isSigned ? signed : high);
                lGiven = xGiven * yGiven;
            }
            """
    }
}
