import Testing

@testable import ColorScience

/// Every row of every table of colour numbers that were computed independently from the standards.
@Suite struct GoldenTests {
    @Test func transferCurves() throws {
        let curves: [String: (Double) -> Double] = [
            "pq.eotf": { PQ.nits(signal: $0) },
            "pq.eotf.inverse": { PQ.signal(nits: $0) },
            "hlg.oetf.inverse": { HLG.sceneLight(signal: $0) },
            "hlg.eotf.grey.1000": {
                HLG.displayNits(signal: RGB(repeating: $0), luminanceWeights: bt2020Weights, peakNits: 1000).x
            },
            "bt1886.eotf.100": { 100 * PowerCurve.bt1886.light(signal: $0) },
            "srgb.eotf": { PiecewiseCurve.srgb.light(signal: $0) },
        ]
        let rows = try GoldenTable("transfer").rows
        #expect(rows.count == 381)
        for row in rows {
            let curve = try #require(curves[row[text: "curve"]])
            #expect(agrees(curve(row["input"]), row["output"]), "\(row)")
        }
    }

    @Test func hlgOnDisplays() throws {
        let rows = try GoldenTable("hlg-display").rows
        #expect(rows.count == 252)
        for row in rows {
            let signal = row.rgb("r_signal", "g_signal", "b_signal")
            let nits = row.rgb("r_nits", "g_nits", "b_nits")
            let peak = row["peak_nits"]
            let shown = HLG.displayNits(signal: signal, luminanceWeights: bt2020Weights, peakNits: peak)
            #expect(agrees(shown, nits), "\(row): \(shown)")
            let back = HLG.signal(displayNits: nits, luminanceWeights: bt2020Weights, peakNits: peak)
            #expect(agrees(back, signal), "\(row): \(back)")
        }
    }

    @Test func pqToHLG() throws {
        let steps: [ColorStep] = [
            .decode(.pq, primaries: .bt2020, referenceWhiteNits: 203),
            .encode(.hlg, primaries: .bt2020, referenceWhiteNits: 203),
        ]
        let rows = try GoldenTable("pq-to-hlg").rows
        #expect(rows.count == 65)
        for row in rows {
            let signal = steps.apply(row.rgb("r_pq", "g_pq", "b_pq"))
            #expect(agrees(signal, row.rgb("r_hlg", "g_hlg", "b_hlg")), "\(row): \(signal)")
        }
    }

    @Test(arguments: [(Transfer.pq, "pq10"), (.hlg, "hlg10")])
    func sdrToHDR(_ transfer: Transfer, _ suffix: String) throws {
        let steps: [ColorStep] = [
            .decode(.bt709, primaries: .bt709, referenceWhiteNits: 203),
            .matrix(Primaries.bt709.conversion(to: .bt2020)),
            .encode(transfer, primaries: .bt2020, referenceWhiteNits: 203),
        ]
        let codes = Quantisation(bits: 10, levels: .narrow)
        let rows = try GoldenTable("sdr-to-hdr").rows
        #expect(rows.count == 68)
        for row in rows {
            let signal = steps.apply(row.rgb("r_709", "g_709", "b_709"))
            for (index, channel) in ["r", "g", "b"].enumerated() {
                let code = codes.rgb.code(signal[index])
                #expect(rounds(code, to: row["\(channel)_\(suffix)"]), "\(row): \(channel) \(code)")
            }
        }
    }

    @Test func primaries() throws {
        let named: [String: Primaries] = ["bt709": .bt709, "bt2020": .bt2020, "displayP3": .displayP3]
        for row in try GoldenTable("primaries").rows {
            let from = try #require(named[row[text: "from"]])
            let to = try #require(named[row[text: "to"]])
            let matrix = from.conversion(to: to)
            for (index, computed) in matrix.rows.enumerated() {
                let expected = row.rgb("m\(index)0", "m\(index)1", "m\(index)2")
                #expect(agrees(computed, expected), "\(row): \(computed)")
            }
        }
    }

    @Test func ycbcrCodes() throws {
        let named: [String: ColorMatrix] = ["bt709": .bt709, "bt2020ncl": .bt2020]
        let rows = try GoldenTable("ycbcr").rows
        #expect(rows.count == 204)
        for row in rows {
            let matrix = try #require(named[row[text: "matrix"]])
            let toYCbCr = try #require(matrix.toYCbCr)
            let levels = try #require(Levels(rawValue: row[text: "range"]))
            let codes = Quantisation(bits: Int(row["bits"]), levels: levels)
            let value = toYCbCr * row.rgb("r", "g", "b")
            let limit = Double(codes.maxCode)
            #expect(rounds(codes.luma.code(value.x), to: row["y"]), "\(row): \(codes.luma.code(value.x))")
            #expect(
                rounds(min(codes.chroma.code(value.y), limit), to: row["cb"]), "\(row): \(codes.chroma.code(value.y))")
            #expect(
                rounds(min(codes.chroma.code(value.z), limit), to: row["cr"]), "\(row): \(codes.chroma.code(value.z))")
        }
    }

    @Test func bt2390() throws {
        let rows = try GoldenTable("bt2390-eetf").rows
        #expect(rows.count == 92)
        for row in rows {
            let curve = BT2390(
                sourcePeakNits: row["source_peak"], sourceBlackNits: row["source_black"],
                targetPeakNits: row["target_peak"], targetBlackNits: row["target_black"])
            let nits = curve.nits(row["nits_in"])
            #expect(agrees(nits, row["nits_out"]), "\(row): \(nits)")
        }
    }

    @Test func perceptualNegative() throws {
        let rows = try GoldenTable("invert-perceptual").rows
        #expect(rows.count == 57)
        for row in rows {
            let nits = PerceptualInversion.nits(row["nits_in"], headroomNits: row["headroom_nits"])
            #expect(agrees(nits, row["nits_out"]), "\(row): \(nits)")
        }
    }
}

private let bt2020Weights = RGB(0.2627, 0.6780, 0.0593)
