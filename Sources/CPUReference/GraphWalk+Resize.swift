import FilterGraph
import Frames

/// A finished composition in the output's size.
extension GraphWalk {
    /// The picture resampled, an axis at a time, and placed as the job asks; itself where it has the size.
    func resized(_ picture: LightPicture) -> LightPicture {
        let orientation = job.output.picture.orientation
        let resize = job.output.resize ?? Resize(width: plan.width, height: plan.height)
        guard (resize.width, resize.height) != (plan.width, plan.height) || orientation != .upright else {
            return picture
        }
        let (across, down) = resize.axes(from: (plan.width, plan.height))
        let wide = across.isPlain ? picture : resampled(picture, across, isAcross: true)
        if !across.isPlain, plan.storesResized(.across) { store(wide) }
        let whole = down.isPlain ? wide : resampled(wide, down, isAcross: false)
        if !down.isPlain, plan.storesResized(.down) { store(whole) }
        return placed(whole, across, down, resize)
    }

    private func resampled(_ picture: LightPicture, _ axis: ResizeAxis, isAcross: Bool) -> LightPicture {
        let result = LightPicture(
            width: isAcross ? axis.count : picture.width, height: isAcross ? picture.height : axis.count,
            hasBounds: picture.hasBounds)
        let reader = LanczosReader(picture, axis, isAcross: isAcross)
        fillRows(result) { _ in { x, y, machine in reader.lanes(x: x, y: y, machine) } }
        return result
    }

    /// The output: the picture's part that is shown, and black, or nothing, beside it.
    private func placed(
        _ picture: LightPicture, _ across: ResizeAxis, _ down: ResizeAxis, _ resize: Resize
    ) -> LightPicture {
        let orientation = job.output.picture.orientation
        let isUpright = orientation.quarterTurns % 2 == 0
        let width = isUpright ? resize.width : resize.height
        let height = isUpright ? resize.height : resize.width
        let result = LightPicture(
            width: width, height: height, slackX: width % 2, slackY: height % 2, hasBounds: picture.hasBounds)
        let beside = job.output.picture.layout.hasAlpha ? 0.0 : 1.0
        for y in 0..<result.storedHeight {
            for x in 0..<result.storedWidth {
                let to = y * result.storedWidth + x
                // What only completes a chroma pair repeats the edge.
                let place = Self.upright(min(x, width - 1), min(y, height - 1), width, height, orientation)
                let (column, row) = (place.x - across.origin, place.y - down.origin)
                guard (0..<across.count).contains(column), (0..<down.count).contains(row) else {
                    result.values[4 * to + 3] = beside
                    continue
                }
                let from = picture.clamped(
                    column + (across.isPlain ? across.offset : 0), row + (down.isPlain ? down.offset : 0))
                for channel in 0..<4 { result.values[4 * to + channel] = picture.values[4 * from + channel] }
                result.undecided[to] = picture.undecided[from]
                result.fragile[to] = picture.fragile[from]
                guard picture.hasBounds else { continue }
                for channel in 0..<4 { result.bounds[4 * to + channel] = picture.bounds[4 * from + channel] }
            }
        }
        return result
    }

    /// Where a pixel of a picture of that many columns and rows comes to lie once it is mirrored and turned clockwise.
    private static func upright(
        _ x: Int, _ y: Int, _ width: Int, _ height: Int, _ orientation: Orientation
    ) -> (x: Int, y: Int) {
        var (x, y, width, height) = (orientation.isMirrored ? width - 1 - x : x, y, width, height)
        for _ in 0..<orientation.quarterTurns {
            (x, y) = (height - 1 - y, x)
            (width, height) = (height, width)
        }
        return (x, y)
    }
}
