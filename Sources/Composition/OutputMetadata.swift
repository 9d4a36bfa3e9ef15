import ColorScience
import FilterGraph
import Foundation
import Frames
import MediaIO

/// The HDR metadata that an output states, and what of the source's it does not.
///
/// SDR states none. Of the source's own, the mastering display and the room stay through whatever filters do, and go where
/// the output has another peak or gamut; light levels go wherever light may change; what speaks of single frames goes.
public struct OutputMetadata: Hashable, Sendable {
    /// Something that the source states and the output does not.
    public struct Dropped: Hashable, Sendable {
        /// What it is; raw values are stable, for scripts.
        public enum Kind: String, Sendable, CaseIterable {
            case mastering
            case contentLight = "content-light"
            case ambientViewing = "ambient-viewing"
            case dolbyVision = "dolby-vision"
            case hdr10Plus = "hdr10-plus"

            /// Whether it speaks of single frames.
            public var isDynamic: Bool { self == .dolbyVision || self == .hdr10Plus }
        }

        public var kind: Kind
        /// Why, as the rest of a sentence: "speaks of the source's pixels".
        public var reason: String
    }

    public private(set) var mastering: MasteringDisplay?
    public private(set) var contentLight: ContentLight?
    public private(set) var ambientViewing: AmbientViewing?
    public private(set) var dropped: [Dropped] = []

    /// Decides. `layers` are the tracks laid over, `composed` and `written` the colours of the composition and the output;
    /// without `operations`, the caller makes each picture.
    ///
    /// Throws `CompositionError` for metadata asked of SDR, and of a source that states none.
    init(
        _ options: RenderOptions, track: VideoTrack, layers: [VideoTrack], operations: [PlannedOperation]?,
        composed: CompositionColor, written: CompositionColor
    ) throws {
        let isHDR = written.properties.transfer.isHDR
        let name = options.deliveryColor ?? options.color
        let facts = Facts(
            track: track, layers: layers, operations: operations,
            isResized: options.size?.changes(track.description.uprightSize) ?? false, composed: composed,
            written: written)
        let hint = name?.mastering.map { MasteringDisplay($0.primaries, minNits: $0.minNits, maxNits: $0.maxNits) }
        var objection = isHDR ? facts.changeOfRange : "has no place in SDR"
        // A narrower gamut than the source was mastered for is another one.
        if objection == nil, let hint, track.mastering.map({ hint.covers($0.corners) }) != true {
            objection = "is of another gamut than the output"
        }
        mastering = try pick(options.mastering, track.mastering, .mastering, "--mastering", isHDR, objection)
        if case .automatic = options.mastering, mastering == nil, isHDR { mastering = hint }
        let light = objection ?? (name?.gamutLimit == nil ? facts.changeOfLight : "is of other light than the output's")
        contentLight = try pick(options.contentLight, track.contentLight, .contentLight, "--max-cll", isHDR, light)
        ambientViewing = try pick(.automatic, track.ambientViewing, .ambientViewing, "", isHDR, objection)
        let reason = "speaks of the source's pixels"
        if track.dolbyVision != nil { dropped.append(Dropped(kind: .dolbyVision, reason: reason)) }
        if track.hasHDR10Plus { dropped.append(Dropped(kind: .hdr10Plus, reason: reason)) }
    }

    private mutating func pick<Value>(
        _ choice: MetadataChoice<Value>, _ own: Value?, _ kind: Dropped.Kind, _ option: String, _ isHDR: Bool,
        _ objection: String?
    ) throws -> Value? {
        let asksForIt = choice != .automatic && choice != .none
        if asksForIt, !isHDR {
            throw CompositionError(.usage, option, "SDR states no such thing; leave it out, or write --color pq or hlg")
        }
        switch choice {
        case .automatic where own == nil || objection == nil: return own
        case .automatic: dropped.append(Dropped(kind: kind, reason: objection ?? ""))
        case .none where own != nil: dropped.append(Dropped(kind: kind, reason: "was not wanted"))
        case .none: break
        case .stated(let value): return value
        case .source:
            guard let own else {
                throw CompositionError(.usage, option, "the source states none; name it, or leave the option out")
            }
            return own
        }
        return nil
    }

    /// The end of the line on colour: what is stated, and what is left out of it.
    var words: String {
        func plain(_ value: Double) -> String { String(format: "%g", value) }
        var parts: [String] = []
        if let display = mastering {
            parts.append("mastered on a display of \(plain(display.minNits)) to \(plain(display.maxNits)) cd/m²")
        }
        if let light = contentLight { parts.append("MaxCLL \(light.maxCLL), MaxFALL \(light.maxFALL)") }
        let names = dropped.compactMap { dropped -> String? in
            switch dropped.kind {
            case .mastering: "mastering display"
            case .contentLight: "light levels"
            case .ambientViewing: "room's light"
            case .dolbyVision, .hdr10Plus: nil
            }
        }
        if !names.isEmpty { parts.append("without the source's \(names.joined(separator: " and "))") }
        return parts.map { ", " + $0 }.joined()
    }

    /// What is known of a composition.
    private struct Facts {
        let track: VideoTrack
        let layers: [VideoTrack]
        let operations: [PlannedOperation]?
        /// Whether the output has another size than the composition.
        let isResized: Bool
        let composed: CompositionColor
        let written: CompositionColor

        /// Why what the source says of peak and gamut is not true of the output; `nil` where it is.
        var changeOfRange: String? {
            for color in [composed.properties, written.properties] {
                guard track.color?.transfer == color.transfer, track.color?.primaries == color.primaries else {
                    return "is of another peak or gamut than the output"
                }
            }
            if (operations ?? []).contains(where: { $0.blend == nil && $0.filter.kind == .generate }) {
                return "is of pictures that a filter replaces"
            }
            guard let display = track.mastering else { return nil }
            let isWithin = layers.allSatisfy { layer in
                guard let color = layer.color else { return false }
                let own = color.primaries.chromaticities
                let peak = color.transfer.isHDR ? layer.description.peakNits : composed.referenceWhiteNits
                return peak <= display.maxNits
                    && display.covers(layer.mastering?.corners ?? [own.red, own.green, own.blue])
            }
            return isWithin ? nil : "is of a lower peak or a narrower gamut than what is laid over"
        }

        /// Why what the source says of light may not be true of the output; `nil` where it is.
        var changeOfLight: String? {
            let isUnchanged =
                track.description.hasSquarePixels && !isResized
                && operations?.allSatisfy { $0.blend == nil && $0.filter.onlyMeasures } == true
            return isUnchanged ? nil : "is of other light than the output's"
        }
    }
}
