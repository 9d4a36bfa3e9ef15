// A clip in, zoom-blurred in linear light on the GPU, a clip of the same colour out.
import Candela

guard CommandLine.arguments.count == 3 else {
    print("usage: zoom-blur INPUT OUTPUT")
    throw CancellationError()
}
var options = RenderOptions(input: CommandLine.arguments[1], output: CommandLine.arguments[2])
options.operations = [.filter(name: "zoomBlur", settings: [("amount", "0.2")])]
let session = try ExportSession(options)
let summary = try await session.run { print("\($0.frames) frames") }
print("wrote \(summary.frames) frames to \(CommandLine.arguments[2])")
