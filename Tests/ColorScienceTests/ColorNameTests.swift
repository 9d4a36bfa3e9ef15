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

    @Test func everyCodeIsReadBackFromItsNames() throws {
        for primaries in Primaries.allCases {
            for transfer in Transfer.allCases {
                for matrix in ColorMatrix.allCases {
                    let properties = ColorProperties(primaries: primaries, transfer: transfer, matrix: matrix)
                    #expect(try ColorName(properties.description).properties == properties)
                }
            }
        }
    }
}
