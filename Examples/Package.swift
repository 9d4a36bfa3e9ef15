// swift-tools-version: 6.0
import PackageDescription

// A package of its own, as a user's would be: it sees the library's public face and nothing else.
let package = Package(
    name: "examples",
    dependencies: [.package(name: "candela", path: "..")],
    targets: [
        .executableTarget(
            name: "zoom-blur", dependencies: [.product(name: "Candela", package: "candela")], path: "zoom-blur"),
        .executableTarget(
            name: "images", dependencies: [.product(name: "Candela", package: "candela")], path: "images"),
    ],
    swiftLanguageModes: [.v6]
)
