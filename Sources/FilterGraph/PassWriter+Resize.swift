/// Resampling a finished composition, an axis at a time.
extension PassWriter {
    /// The value that stores a composition resampled along an axis.
    mutating func resizedValue(_ axis: Resizing.Axis) -> String {
        guard let resizing = plan.resizing, let step = resizing.steps.firstIndex(where: { $0.axis == axis }) else {
            return "vec4(0.0)"
        }
        return "\(resampling(resizing, step))(at$)"
    }

    /// The value of an output pixel: the composition at its place, or what stands beside it.
    mutating func placedValue(_ resizing: Resizing) -> String {
        let read =
            resizing.lastAxis == nil
            ? texel(of: plan.resizedPicture(after: resizing.steps.count))
            : resampling(resizing, resizing.steps.count - 1)
        let (across, down) = (resizing.across, resizing.down)
        func moved(_ axis: ResizeAxis) -> Int { axis.isPlain ? axis.offset : 0 }
        let beside = job.output.picture.layout.hasAlpha ? "vec4(0.0)" : "vec4(0.0, 0.0, 0.0, 1.0)"
        let (written, orientation) = (resizing.writtenSize, resizing.orientation)
        // The columns and rows of the upright picture, by those of the written one.
        let x = orientation.isMirrored ? "\(written.width - 1) - w.x" : "w.x"
        let upright =
            switch orientation.quarterTurns {
            case 0: "ivec2(\(x), w.y)"
            case 1: "ivec2(\(resizing.width - 1) - w.y, \(x))"
            case 2: "ivec2(\(resizing.width - 1) - (\(x)), \(resizing.height - 1) - w.y)"
            default: "ivec2(w.y, \(resizing.height - 1) - (\(x)))"
            }
        // A pixel that only completes a chroma pair repeats the edge.
        functions += """
            vec4 placed(ivec2 at) {
                ivec2 w = min(at, ivec2(\(written.width - 1), \(written.height - 1)));
                ivec2 p = \(upright) - ivec2(\(across.origin), \(down.origin));
                if (p.x < 0 || p.y < 0 || p.x >= \(across.count) || p.y >= \(down.count)) return \(beside);
                return \(read)(p + ivec2(\(moved(across)), \(moved(down))));
            }

            """
        return "placed(at$)"
    }

    /// Adds the function that resamples along a step's axis, and answers its name.
    ///
    /// It sums differences from one pixel, so that flat light stays as it is, to the bit.
    private mutating func resampling(_ resizing: Resizing, _ step: Int) -> String {
        let (axis, taps) = resizing.steps[step]
        let texel = texel(of: plan.resizedPicture(after: step))
        let name = "resized_\(axis.rawValue)"
        let (firsts, weights) = ("\(name)_firsts", "\(name)_weights")
        settings.add(array: weights, .resizeWeights(axis), count: taps.weights.count, width: 1)
        settings.add(array: firsts, .resizeFirsts(axis), count: taps.firsts.count, width: 1)
        func place(_ along: String) -> String { axis == .across ? "ivec2(\(along), p.y)" : "ivec2(p.x, \(along))" }
        let own = axis == .across ? "p.x" : "p.y"
        functions += """
            vec4 \(name)(ivec2 p) {
                int turn = \(own) / \(taps.period), phase = \(own) - turn * \(taps.period);
                int first = turn * \(taps.advance) + int(\(firsts)[phase]);
                int weight = phase * \(taps.count);
                vec4 middle = \(texel)(\(place("first + \(taps.count / 2)")));
                vec4 sum = vec4(0.0);
                for (int i = 0; i < \(taps.count); ++i)
                    sum += \(weights)[weight + i] * (\(texel)(\(place("first + i"))) - middle);
                return middle + sum;
            }

            """
        label.append("resize \(axis.rawValue)")
        return name
    }
}

extension Plan {
    /// Whether the composition is rounded to the working format once it is resampled along an axis.
    public func storesResized(_ axis: Picture.Axis) -> Bool { passes.contains { $0.picture == .resized(axis) } }

    /// The picture that the composition is once the first `count` axes of its resize are done and stored.
    func resizedPicture(after count: Int) -> Picture {
        guard count > 0, let resizing else { return .node(job.graph.outputPicture) }
        return .resized(resizing.steps[count - 1].axis)
    }
}
