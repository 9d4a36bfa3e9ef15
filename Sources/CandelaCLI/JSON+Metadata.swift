import Candela

// HDR metadata as members of reports.
extension JSON {
    init(_ display: MasteringDisplay) {
        func pair(_ numbers: [Double]) -> JSON { .array(numbers.map(JSON.number)) }
        self = [
            "red": pair(display.red), "green": pair(display.green), "blue": pair(display.blue),
            "white": pair(display.white), "minNits": .number(display.minNits), "maxNits": .number(display.maxNits),
        ]
    }

    init(_ light: ContentLight) {
        self = ["maxCLL": .integer(light.maxCLL), "maxFALL": .integer(light.maxFALL)]
    }

    init(_ room: AmbientViewing) {
        self = ["lux": .number(room.lux), "white": .array(room.white.map(JSON.number))]
    }

    /// What an output states, and what of its source's it does not.
    init(_ metadata: OutputMetadata) {
        self = [
            "mastering": metadata.mastering.map { JSON($0) } ?? .null,
            "contentLight": metadata.contentLight.map { JSON($0) } ?? .null,
            "ambientViewing": metadata.ambientViewing.map { JSON($0) } ?? .null,
            "dropped": .array(
                metadata.dropped.map { ["kind": .string($0.kind.rawValue), "reason": .string($0.reason)] }),
        ]
    }
}
