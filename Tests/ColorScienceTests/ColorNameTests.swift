import Testing

@testable import ColorScience

@Suite struct ColorNameTests {
    @Test(arguments: [
        ("sdr", ColorProperties.sdr), ("p3", .p3), ("hlg", .hlg), ("PQ", .pq), ("pq-p3", .pq), ("9:16:9", .pq),
        ("bt2020:smpte2084:bt2020nc", .pq), ("bt2020:arib-std-b67:9", .hlg),
    ])
    func namesAreRead(_ text: String, _ expected: ColorProperties) throws {
        #expect(try ColorName(text).properties == expected)
    }

    @Test func studioDeliveryLimitsTheGamut() throws {
        let name = try ColorName("pq-p3")
        #expect(name.gamutLimit == .displayP3)
        #expect(name.mastering?.primaries == .displayP3)
        #expect(try ColorName("pq").gamutLimit == nil)
    }

    @Test(arguments: ["", "hdr", "9:16", "9:16:9:1", "9:99:9", "9:2:9", ":::", "bt2020:pq:nonsense"])
    func wrongNamesSayWhatIsValid(_ text: String) {
        #expect {
            try ColorName(text)
        } throws: { error in
            "\(error)".contains("use ")
        }
    }

    @Test func whatIsNotSupportedIsNotOffered() throws {
        for matrix in ColorMatrix.allCases where matrix.toRGB == nil {
            for name in matrix.names + [String(matrix.rawValue)] {
                let error = try #require(throws: ColorNameError.self) { try ColorName("bt2020:pq:\(name)") }
                #expect("\(error)".contains("\(matrix.name) (\(matrix.rawValue)) is not supported; use bt2020nc (9)"))
            }
        }
        let error = try #require(throws: ColorNameError.self) { try ColorName("bt2020:pq:x") }
        #expect("\(error)".hasPrefix("no matrix is called 'x'") && !"\(error)".contains("ictcp"), "\(error)")
        #expect(
            "\(try #require(throws: ColorNameError.self) { try ColorName("2:pq:9") })".hasPrefix("no primaries are "))
    }

    @Test func everyCodeIsReadBackFromItsNames() throws {
        for primaries in Primaries.allCases {
            for transfer in Transfer.allCases {
                for matrix in ColorMatrix.allCases where matrix.toRGB != nil {
                    let properties = ColorProperties(primaries: primaries, transfer: transfer, matrix: matrix)
                    #expect(try ColorName(properties.description).properties == properties)
                }
            }
        }
    }
}
