import Candela
import Foundation

/// The pictures that the gallery's filters are shown on: drawn by arithmetic, in linear BT.2020 light, 1.0 white.
///
/// The scene holds what filters are about: light above white (a sun of 1000 cd/m² and its glow on water), deep shadow,
/// saturated colours, skin, fine lines, and a row of greys. The layer is half covering and half transparent.
enum TestScene {
    static let width = 160
    static let height = 90

    /// An evening landscape with a row of patches below.
    static func scene() -> HostPlanes { planes { SIMD4(landscape($0, $1), 1) } }

    /// The landscape without its left side, for blends, which treat what is transparent each in their own way.
    static func below() -> HostPlanes {
        planes { x, y in
            let alpha = min(max((x + 0.4 * y - 98) / 6, 0), 1)
            return SIMD4(landscape(x, y) * alpha, alpha)
        }
    }

    /// A disc of all hues over a soft bar of grey, transparent elsewhere.
    static func layer() -> HostPlanes { planes(disc) }

    /// Grey squares, which show through what is transparent.
    static func checks() -> HostPlanes {
        planes { x, y in
            let isDark = (Int(x / 10) + Int(y / 10)) % 2 == 0
            let level = isDark ? 0.1 : 0.3
            return [level, level, level, 1]
        }
    }

    /// How all of them are described.
    static var description: PictureDescription {
        PictureDescription(
            layout: .rgba32f, codedWidth: width, codedHeight: height, content: .light, isPremultiplied: true)
    }

    /// Columns that the parts below are drawn in, 136 rows high.
    private static let canvasWidth = 240.0

    /// A picture of nine samples a pixel; the function takes places on the canvas.
    private static func planes(_ light: (Double, Double) -> SIMD4<Double>) -> HostPlanes {
        let planes = HostPlanes(layout: .rgba32f, width: width, height: height)
        let plane = planes.planes[0]
        let scale = canvasWidth / Double(width)
        for y in 0..<height {
            for x in 0..<width {
                var sum = SIMD4<Double>.zero
                for sample in 0..<9 {
                    let (across, down) = (Double(sample % 3) / 3 + 1 / 6.0, Double(sample / 3) / 3 + 1 / 6.0)
                    sum += light((Double(x) + across) * scale, (Double(y) + down) * scale)
                }
                let place = plane.address.raw + y * plane.bytesPerRow + 16 * x
                place.storeBytes(of: SIMD4<Float>(sum / 9), as: SIMD4<Float>.self)
            }
        }
        return planes
    }

    // MARK: Parts of the scene

    private static let horizon = 74.0
    private static let patchTop = 118.0

    private static func landscape(_ x: Double, _ y: Double) -> SIMD3<Double> {
        if y >= patchTop { return patch(x) }
        if let post = post(x, y) { return post }
        let hill = horizon - 9 - 8 * sin(x / 31 + 0.6) - 4 * sin(x / 13)
        if y < horizon { return y < hill ? sky(x, y) : [0.012, 0.03, 0.022] * (1 + (y - hill) / 12) }
        return water(x, y)
    }

    private static func sky(_ x: Double, _ y: Double) -> SIMD3<Double> {
        let down = y / horizon
        let air = mix([0.05, 0.13, 0.42], [0.95, 0.5, 0.22], down * down)
        let away = hypot(x - 172, y - 40)
        if away < 11 { return [4.9, 4.6, 3.9] }
        return air + SIMD3(2.2, 1.3, 0.5) * exp(-(away - 11) / 9)
    }

    private static func water(_ x: Double, _ y: Double) -> SIMD3<Double> {
        let depth = (y - horizon) / (patchTop - horizon)
        let calm = mix([0.3, 0.2, 0.16], [0.02, 0.05, 0.09], depth)
        // Waves break the sun's reflection into bars that widen towards the viewer.
        let bar = sin(y * 2.2) > 0.1 ? 1.0 : 0.1
        let reach = 6 + 18 * depth
        return calm + SIMD3(2.6, 1.9, 0.9) * bar * exp(-pow((x - 172) / reach, 2)) * (1 - 0.6 * depth)
    }

    /// White posts in front of the water, closer and closer together, and a red ball.
    private static func post(_ x: Double, _ y: Double) -> SIMD3<Double>? {
        let away = SIMD2(x - 40, y - 88)
        let distance = (away * away).sum().squareRoot()
        if distance < 22 {
            let shade = max(0.12, 1 - ((away + [7, 8]) * (away + [7, 8])).sum().squareRoot() / 30)
            let shine = 3.5 * exp(-((away + [8, 9]) * (away + [8, 9])).sum() / 14)
            return SIMD3(0.75, 0.05, 0.04) * shade + SIMD3(repeating: shine)
        }
        guard y > 84, y < 112, x > 74, x < 134 else { return nil }
        let along = (x - 74) / 60
        return sin(52 * along * (1 + along)) > 0.55 ? [0.85, 0.85, 0.8] : nil
    }

    /// Greys from black to twice white, then colours.
    private static func patch(_ x: Double) -> SIMD3<Double> {
        let greys = [0, 0.02, 0.08, 0.18, 0.4, 0.7, 1, 2]
        let colors: [SIMD3<Double>] = [
            [0.6, 0.03, 0.03], [0.7, 0.55, 0.04], [0.06, 0.45, 0.06], [0.05, 0.5, 0.6], [0.04, 0.06, 0.6],
            [0.5, 0.06, 0.5], [0.5, 0.3, 0.2], [0.12, 0.06, 0.04],
        ]
        let index = min(Int(x / canvasWidth * 16), 15)
        return index < 8 ? SIMD3(repeating: greys[index]) : colors[index - 8]
    }

    // MARK: The layer

    private static func disc(_ x: Double, _ y: Double) -> SIMD4<Double> {
        let (across, down) = (x - 108, y - 62)
        let away = hypot(across, down)
        var alpha = min(max((54 - away) / 6, 0), 1)
        // The lower right of the disc lets half through.
        if across + down > 30 { alpha *= 0.5 }
        guard alpha > 0 else { return .zero }
        let turn = atan2(down, across)
        let third = 2 * Double.pi / 3
        let hue = SIMD3(cos(turn), cos(turn - third), cos(turn + third)) * 0.5 + 0.5
        let strength = min(away / 40, 1)
        let light = mix([0.5, 0.5, 0.5], hue * hue, strength)
        return SIMD4(light * alpha, alpha)
    }

    private static func mix(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ share: Double) -> SIMD3<Double> {
        a + (b - a) * share
    }
}
