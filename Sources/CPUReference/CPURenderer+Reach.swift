import FilterGraph
import FilterLanguage
import Frames

extension CPURenderer {
    /// How far an area filter says that it reads from its own pixel, in pixels; `nil` when it does not say.
    public func reach(
        of filter: Filter, settings: Settings, width: Int, height: Int, color: CompositionColor
    ) -> Double? {
        guard let expression = filter.module.reach else { return nil }
        let context = FilterContext(
            filter: filter,
            settings: filter.complete(settings, size: (width, height), contentHeadroom: color.contentHeadroom),
            phases: [:], time: 0, width: width, height: height, color: color)
        let machine = Machine(capacity: 1, arithmetic: .exact)
        var frame = Evaluator.Frame(slots: [])
        let lanes = Evaluator(context, machine: machine).evaluate(expression, &frame)
        return lanes.map { $0.value(0) }.max()
    }
}
