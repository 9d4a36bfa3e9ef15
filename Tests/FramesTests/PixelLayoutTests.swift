import Testing

@testable import Frames

@Suite struct PixelLayoutTests {
    @Test func planesOfOddSizesKeepTheLastChroma() {
        let layout = PixelLayout.planarYCbCr("yuv420p10le", depth: 10, log2Width: 1, log2Height: 1)
        #expect(layout.size(ofPlane: 1, width: 17, height: 15) == (9, 8))
        #expect(layout.size(ofPlane: 0, width: 17, height: 15) == (17, 15))
        #expect(layout.bytesPerRow(ofPlane: 2, width: 17) == 18)
    }

    @Test(arguments: [1, 7, 64, 1920])
    func planesDoNotOverlap(width: Int) {
        let layout = PixelLayout.planarYCbCr("yuva444p16le", depth: 16, log2Width: 0, log2Height: 0, alpha: true)
        let map = PlaneMap(layout: layout, width: width, height: 3)
        for plane in 0..<4 {
            #expect(map.offsets[plane] % 256 == 0)
            #expect(map.bytesPerRow[plane] >= width * 2)
            let end = plane == 3 ? map.byteCount : map.offsets[plane + 1]
            #expect(map.offsets[plane] + map.byteCounts[plane] <= end)
        }
    }

    @Test func uprightSizesFollowTurnsAndPixelShape() {
        var picture = PictureDescription(
            layout: .rgba16f, codedWidth: 720, codedHeight: 576, content: .light, pixelAspect: MediaTime(16, 15))
        #expect(picture.uprightSize == (768, 576))
        picture.orientation = Orientation(quarterTurns: 3)
        #expect(picture.uprightSize == (576, 768))
        picture.pixelAspect = MediaTime(8, 9)
        #expect(picture.uprightSize == (648, 720))
    }
}
