/// Parameters that the code sees as functions: curves and stills.
extension PassWriter {
    /// Adds a curve's pieces as settings, and the function that evaluates them.
    mutating func includeCurve(_ name: String, _ node: Int) {
        let (starts, coefficients) = ("curve\(node)_\(name)_x", "curve\(node)_\(name)_c")
        let count = MonotoneCurve.pieceCount
        settings.add(array: coefficients, .curveCoefficients(node: node, name: name), count: count, width: 4)
        settings.add(array: starts, .curveStarts(node: node, name: name), count: count, width: 1)
        functions += """
            float f\(node)_\(name)(float x) {
                int i = 0;
                for (int k = 1; k < \(count); ++k) { if (x >= \(starts)[k]) i = k; }
                float d = x - \(starts)[i];
                vec4 c = \(coefficients)[i];
                return c.x + d * (c.y + d * (c.z + d * c.w));
            }

            """
    }

    /// Adds the function that samples a still between its pixels; places are shares of its width and height.
    mutating func includeImage(_ name: String, _ node: Int) {
        let stored = storedText(.image(node: node))
        let prefix = sampling(
            texel: texel(of: .image(node: node)), width: stored.width, height: stored.height, ["at"])
        functions += """
            vec4 \(name)(vec2 uv) { return \(prefix)at(uv * vec2(\(stored.width).0, \(stored.height).0)); }

            """
    }
}
