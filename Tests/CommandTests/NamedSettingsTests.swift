import Candela
import Testing

@testable import CandelaCLI

@Suite struct NamedSettingsTests {
    private func read(_ text: String) throws -> NamedSettings { try NamedSettings(text, for: "--filter") }

    @Test func aNameAloneHasNoSettings() throws {
        #expect(try read("stripes").name == "stripes")
        #expect(try read("stripes").settings.isEmpty)
    }

    @Test func settingsKeepTheirOrder() throws {
        let named = try read("highlight:threshold=1.5,color=2/0/0/1")
        #expect(named.name == "highlight")
        #expect(named.settings.map(\.name) == ["threshold", "color"])
        #expect(named.settings.map(\.value) == ["1.5", "2/0/0/1"])
    }

    @Test func quotesKeepCommasAndEscapes() throws {
        let named = try read(#"text:words="one, \"two\" \\ three",size=4"#)
        #expect(named.settings.map(\.value) == [#"one, "two" \ three"#, "4"])
    }

    @Test(arguments: [
        ("dir:with:colons/clip.mov", "dir:with:colons/clip.mov", 0),
        ("dir:with:colons/clip.mov:mode=screen", "dir:with:colons/clip.mov", 1),
        (#""odd:name=x.mov":mode=screen"#, "odd:name=x.mov", 1),
        ("https://host:80/a.mov:assume=hlg,opacity=1", "https://host:80/a.mov", 2),
        ("../my filter.glsl:a=1", "../my filter.glsl", 1),
        ("é:ü=1", "é", 1),
    ])
    func theNameEndsWhereASettingBegins(text: String, name: String, count: Int) throws {
        let named = try read(text)
        #expect(named.name == name)
        #expect(named.settings.count == count)
    }

    @Test(arguments: ["", ":a=1", "x:a=", "x:a=1,", "x:a=1,b", "x:a=1,a=2", "x:a=\"1", "x:a=1,=2"])
    func nonsenseIsRefused(text: String) {
        #expect(throws: CommandError.self) { try read(text) }
    }

    @Test func aSettingCanBeTakenOut() throws {
        var named = try read("f:a=1,b=2")
        #expect(named.remove("a") == "1")
        #expect(named.remove("a") == nil)
        #expect(named.settings.map(\.name) == ["b"])
    }

    @Test func manyRandomTextsNeverCrash() {
        let letters = Array("ab:,=\"\\/. 1é\u{0}\u{1F600}")
        var state: UInt64 = 1
        for _ in 0..<20_000 {
            var text = ""
            for _ in 0..<Int(state >> 60) {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text.append(letters[Int(state >> 33) % letters.count])
            }
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            _ = try? read(text)
            _ = try? TimeMark(text, for: "--from")
        }
    }
}
