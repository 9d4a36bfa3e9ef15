// A clip in, zoom-blurred in linear light on the GPU, a clip of the same colour out.
import Candela

guard CommandLine.arguments.count == 3 else {
    print("usage: zoom-blur INPUT OUTPUT")
    throw CancellationError()
}
let asset = try Asset(CommandLine.arguments[1])
let composition = VideoComposition(asset: asset) { request in
    let blurred = try request.sourceImage.applying("zoomBlur", ["amount": 0.2])
    request.finish(with: blurred)
}
let session = try ExportSession(composition, to: CommandLine.arguments[2])
let summary = try await session.run { print("\($0.frames) frames") }
print("wrote \(summary.frames) frames to \(summary.output)")
