// A filter over a picture that lies in GPU memory, without a file.
import Candela

let catalog = try FilterCatalog()
let device = try GPUDevice()
let renderer = GPURenderer(device: device, library: catalog.colors)

// Linear light as halves: 1.0 is reference white, brighter is above.
let picture = PictureDescription(layout: .rgba16f, codedWidth: 64, codedHeight: 36, content: .light)
let grey = HostPlanes(layout: picture.layout, width: 64, height: 36)
withExtendedLifetime(grey) {
    let halves = grey.planes[0].address.raw.assumingMemoryBound(to: UInt16.self)
    for index in 0..<(grey.planes[0].byteCount / 2) { halves[index] = index % 4 == 3 ? 0x3c00 : 0x3800 }
}

let source = try GPUImage(device: device, format: .rgba16f, width: 64, height: 36)
let target = try GPUImage(device: device, format: .rgba16f, width: 64, height: 36)
try source.upload(grey)

var graph = Graph()
try graph.add(try catalog.filter(named: "exposure"), settings: ["stops": [2]], inputs: [0])
let job = RenderJob(
    graph: graph, sources: [picture], output: OutputDescription(picture: picture),
    color: CompositionColor(properties: .hlg, peakNits: 1000))
try renderer.render(job, images: [source], into: target)

// 0.5 two stops brighter is 2.0: twice reference white.
let result = try target.download()
let red = withExtendedLifetime(result) { result.planes[0].address.raw.load(as: UInt16.self) }
print(red == 0x4000 ? "red is 2.0" : "red is not 2.0")
