import Candela
import Foundation
import Testing

@testable import CandelaCLI

/// docs/filters.md and its pictures are what the filter files make them.
@Suite struct GalleryTests {
    private static let docs = BuiltProgram.root.appendingPathComponent("docs")
    private static let remedy = "candela filters --write-docs docs makes it anew"

    @Test func thePageIsFresh() throws {
        let page = try String(contentsOf: Self.docs.appendingPathComponent("filters.md"), encoding: .utf8)
        #expect(page == (try FilterPages(FilterCatalog())).page, "docs/filters.md is stale; \(Self.remedy)")
    }

    @Test func thePicturesAreFresh() throws {
        let folder = Self.docs.appendingPathComponent("gallery")
        let pictures = try FilterPages(FilterCatalog()).pictures()
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(files) == Set(pictures.map(\.name)), "docs/gallery is stale; \(Self.remedy)")
        var bytes = 0
        for (name, picture) in pictures where files.contains(name) {
            let path = folder.appendingPathComponent(name).path
            bytes += try Data(contentsOf: URL(fileURLWithPath: path)).count
            // Machines differ in the last digits of sines and powers, which may tip a code or a threshold.
            let far = Self.distances(try Self.decoded(path), picture).count { $0 > 2 }
            #expect(far * 500 <= picture.bytes.count, "docs/gallery/\(name) is stale; \(Self.remedy)")
        }
        #expect(bytes < 600_000)
    }

    @Test func everyPictureShowsSomething() throws {
        let catalog = try FilterCatalog()
        let gallery = Gallery(catalog: catalog)
        let (scene, below) = (try gallery.scene(), try gallery.below())
        for filter in try catalog.names.map({ try catalog.filter(named: $0) }) {
            let before = filter.kind == .blend ? below : scene
            let changed = Self.distances(before, try gallery.picture(of: filter)).count { $0 > 8 }
            #expect(changed * 80 > before.bytes.count, "\(filter.name): add or change its '//! show' line")
        }
    }

    @Test func everythingInTheFilesIsOnThePage() throws {
        let pages = try FilterPages(FilterCatalog())
        let page = pages.page
        for filter in pages.filters {
            #expect(page.contains("## \(filter.name)\n\n\(filter.summary)\n"))
            for parameter in filter.parameters { #expect(page.contains(parameter.summary)) }
        }
        // A bar in a choice would end its cell.
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
        #expect(rows.allSatisfy { $0.replacingOccurrences(of: "\\|", with: "").filter { $0 == "|" }.count == 6 })
    }

    private static func distances(_ a: RGBPicture, _ b: RGBPicture) -> [Int] {
        guard a.width == b.width, a.height == b.height else { return a.bytes.map { _ in 255 } }
        return zip(a.bytes, b.bytes).map { abs(Int($0) - Int($1)) }
    }

    /// A PNG as the media library, which did not write it, reads it.
    static func decoded(_ path: String) throws -> RGBPicture {
        let reader = try MediaReader(path: path)
        let frame = try #require(try reader.nextFrame())
        try #require(reader.track.description.layout.name == "rgb24")
        let size = reader.track.description.uprightSize
        return RGBPicture(frame.planes, width: size.width, height: size.height)
    }
}
