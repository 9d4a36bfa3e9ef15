import FilterLanguage

extension Evaluator {
    /// The variables of one call, and which pixels still run in it.
    struct Frame {
        var slots: [Lanes]
        /// What has been returned, for the pixels of `returned`.
        var result: Lanes = []
        /// Pixels that have returned while others run on; `nil` is none.
        var returned: Mask?
        /// Every pixel has returned.
        var isFinished = false
        /// Pixels that have left the innermost loop, and those that have left its present turn.
        var broken: Mask?
        var skipped: Mask?
        var loopDepth = 0
        /// Whether some pixels of the list being run have left it, so that assignments must spare them.
        var isPartial = false

        init(slots: [Lanes]) { self.slots = slots }
    }

    // MARK: Calls

    /// Runs a function and answers what it returns and leaves in its variables.
    func call(_ index: Int, _ arguments: [Lanes]) -> Frame {
        let function = module.functions[index]
        var slots = arguments
        for type in function.slots.dropFirst(arguments.count) {
            slots.append(Array(repeating: .uniform(0, 0), count: type.componentCount))
        }
        var frame = Frame(slots: slots)
        let outer = machine.mask
        run(function.body[...], &frame, isTail: true)
        machine.mask = outer
        // A loop that was given up may have been the way to what is returned.
        if frame.result.count < function.result.componentCount {
            frame.result = Array(repeating: .uniform(0, 0), count: function.result.componentCount)
        }
        return frame
    }

    /// Runs a call with its arguments, writing back those that are sent back.
    func call(_ index: Int, _ arguments: [Expression.Argument], _ frame: inout Frame) -> Lanes {
        let function = module.functions[index]
        var values: [Lanes] = []
        for (argument, parameter) in zip(arguments, function.parameters) {
            if let value = argument.value {
                values.append(evaluate(value, &frame))
            } else {
                values.append(Array(repeating: .uniform(0, 0), count: parameter.type.componentCount))
            }
        }
        let done = call(index, values)
        for (number, argument) in arguments.enumerated() {
            if let target = argument.target { assign(done.slots[number], to: target, &frame) }
        }
        return done.result
    }

    // MARK: Lists

    /// Runs statements in turn; `isTail` says that the function ends where the list does.
    func run(_ list: ArraySlice<Statement>, _ frame: inout Frame, isTail: Bool) {
        for index in list.indices {
            if frame.isFinished { return }
            switch list[index] {
            case .declare(let slot, let value):
                // Nobody else sees the variable: pixels that have left need not be spared.
                frame.slots[slot] = evaluate(value, &frame)
            case .assign(let target, let value): assign(evaluate(value, &frame), to: target, &frame)
            case .evaluate(let value): _ = evaluate(value, &frame)
            case .result(let value):
                finish(value.map { evaluate($0, &frame) } ?? [], &frame)
                return
            case .leave:
                leave(&frame, \.broken)
                return
            case .proceed:
                leave(&frame, \.skipped)
                return
            case .branch(let branch):
                let rest = list[(index + 1)...]
                if self.branch(branch, rest: rest, &frame, isTail: isTail) { return }
                if isEmpty(machine.mask) { return }
            case .loop(let loop):
                self.loop(loop, &frame)
                if isEmpty(machine.mask) { return }
            }
        }
    }

    private func finish(_ value: Lanes, _ frame: inout Frame) {
        frame.result =
            frame.result.isEmpty || machine.mask == nil
            ? value : machine.mask.map { machine.merge($0, value, frame.result) } ?? value
        leave(&frame, \.returned)
        if machine.mask == nil { frame.isFinished = true }
    }

    /// Takes the running pixels out of the list, into one of the frame's masks.
    private func leave(_ frame: inout Frame, _ path: WritableKeyPath<Frame, Mask?>) {
        let mask = Mask(capacity: machine.pool.capacity)
        for p in 0..<machine.count {
            mask.flags[p] = (frame[keyPath: path]?.flags[p] ?? false) || (machine.mask?.flags[p] ?? true)
        }
        frame[keyPath: path] = mask
        if path == \Frame.returned, machine.mask == nil { return }
        machine.mask = Mask(capacity: machine.pool.capacity)
        frame.isPartial = true
    }

    private func isEmpty(_ mask: Mask?) -> Bool {
        guard let mask else { return false }
        for p in 0..<machine.count where mask.flags[p] { return false }
        return true
    }

    // MARK: Assignments

    func assign(_ value: Lanes, to target: Target, _ frame: inout Frame) {
        var new = value
        if !target.steps.isEmpty {
            new = frame.slots[target.slot]
            write(value, into: &new, target.steps[...], Array(new.indices), &frame)
        }
        if frame.isPartial, let mask = machine.mask { new = machine.merge(mask, new, frame.slots[target.slot]) }
        frame.slots[target.slot] = new
    }

    /// Writes to the part of `whole` that the steps choose among the components `among`.
    private func write(
        _ value: Lanes, into whole: inout Lanes, _ steps: ArraySlice<Target.Step>, _ among: [Int],
        _ frame: inout Frame
    ) {
        guard let step = steps.first else {
            for (part, number) in among.enumerated() { whole[number] = value[part] }
            return
        }
        switch step {
        case .components(let numbers):
            write(value, into: &whole, steps.dropFirst(), numbers.map { among[$0] }, &frame)
        case .element(let index, let stride, let count):
            let lane = evaluate(index, &frame)[0]
            if let certain = lane.certain {
                let first = Int(min(max(certain.isNaN ? 0 : certain, 0), Double(count - 1))) * stride
                write(value, into: &whole, steps.dropFirst(), Array(among[first..<(first + stride)]), &frame)
                return
            }
            // Each pixel writes to an element of its own.
            let place = machine.minimum(machine.maximum(lane, .uniform(0, 0)), .uniform(Double(count - 1), 0))
            for candidate in 0..<count {
                var changed = whole
                let part = Array(among[(candidate * stride)..<(candidate * stride + stride)])
                write(value, into: &changed, steps.dropFirst(), part, &frame)
                let isHere = machine.compare(place, .uniform(Double(candidate), 0), ==)
                for number in part { whole[number] = machine.choose(isHere, changed[number], whole[number]) }
            }
        }
    }

    // MARK: Branches

    /// Which of the running pixels may go either way of a condition.
    func split(_ test: Lane, overlapping: Bool = true) -> (yes: Mask, no: Mask, yesCount: Int, noCount: Int) {
        let yes = Mask(capacity: machine.pool.capacity)
        let no = Mask(capacity: machine.pool.capacity)
        var counts = (0, 0)
        let outer = machine.mask?.flags
        let column = machine.column(of: test)
        for p in 0..<machine.count where outer?[p] ?? true {
            let isTrue = column.values[p] != 0
            let isOpen = overlapping && machine.tracksBounds && column.bounds[p] > 0
            if isTrue || isOpen {
                yes.flags[p] = true
                counts.0 += 1
            }
            if !isTrue || isOpen {
                no.flags[p] = true
                counts.1 += 1
            }
        }
        return (yes, no, counts.0, counts.1)
    }

    /// Runs an `if`; answers whether it has run the rest of the list as well.
    private func branch(
        _ branch: Statement.Branch, rest: ArraySlice<Statement>, _ frame: inout Frame, isTail: Bool
    ) -> Bool {
        let test = evaluate(branch.condition, &frame)[0]
        if let certain = test.certain {
            let isYes = certain != 0
            let exits = isYes ? branch.thenExits : branch.otherwiseExits
            run((isYes ? branch.then : branch.otherwise)[...], &frame, isTail: exits.alwaysReturns)
            return false
        }
        let leaves = branch.thenExits.mayReturn || branch.otherwiseExits.mayReturn
        let breaks = branch.thenExits.mayBreak || branch.otherwiseExits.mayBreak
        if leaves, !breaks, isTail, frame.loopDepth == 0, !frame.isPartial,
            branch.thenExits.alwaysReturns || branch.otherwiseExits.alwaysReturns
        {
            runToTheEnd(branch, test, rest, &frame)
            return true
        }
        runBoth(branch, test, &frame, isSharp: leaves || breaks)
        return false
    }

    /// Runs both sides, what follows included, to the end of the function, and joins what they return.
    private func runToTheEnd(
        _ branch: Statement.Branch, _ test: Lane, _ rest: ArraySlice<Statement>, _ frame: inout Frame
    ) {
        let outer = machine.mask
        let sides = split(test)
        var yes = frame
        var no = frame
        if sides.yesCount > 0 {
            machine.mask = sides.noCount == 0 ? outer : sides.yes
            run(branch.then[...], &yes, isTail: branch.thenExits.alwaysReturns)
            if !branch.thenExits.alwaysReturns { runOn(rest, &yes) }
        }
        if sides.noCount > 0 {
            machine.mask = sides.yesCount == 0 ? outer : sides.no
            run(branch.otherwise[...], &no, isTail: branch.otherwiseExits.alwaysReturns)
            if !branch.otherwiseExits.alwaysReturns { runOn(rest, &no) }
        }
        machine.mask = outer
        if sides.noCount == 0 {
            frame = yes
        } else if sides.yesCount == 0 {
            frame = no
        } else {
            frame = join(test, yes, no, slots: frame.slots.indices)
        }
        frame.isFinished = true
    }

    private func runOn(_ rest: ArraySlice<Statement>, _ frame: inout Frame) {
        guard !frame.isFinished, !isEmpty(machine.mask) else { return }
        run(rest, &frame, isTail: true)
    }

    /// Runs both sides for the pixels that may take them; `isSharp` lets each pixel take one side only.
    private func runBoth(_ branch: Statement.Branch, _ test: Lane, _ frame: inout Frame, isSharp: Bool) {
        let outer = machine.mask
        if isSharp { machine.leaveOpen(test) }
        let sides = split(test, overlapping: !isSharp)
        if sides.noCount == 0 {
            run(branch.then[...], &frame, isTail: false)
            return
        }
        if sides.yesCount == 0 {
            run(branch.otherwise[...], &frame, isTail: false)
            return
        }
        var yes = frame
        var no = frame
        machine.mask = sides.yes
        run(branch.then[...], &yes, isTail: false)
        let yesMask = machine.mask
        machine.mask = sides.no
        run(branch.otherwise[...], &no, isTail: false)
        let noMask = machine.mask
        machine.mask = outer
        guard isSharp else {
            for slot in branch.assigned {
                frame.slots[slot] = zip(yes.slots[slot], no.slots[slot]).map { machine.choose(test, $0, $1) }
            }
            return
        }
        for slot in branch.assigned {
            frame.slots[slot] = machine.merge(sides.yes, yes.slots[slot], no.slots[slot])
        }
        frame.returned = union(yes.returned, no.returned)
        frame.broken = union(yes.broken, no.broken)
        frame.skipped = union(yes.skipped, no.skipped)
        if yes.result.isEmpty || no.result.isEmpty {
            frame.result = yes.result.isEmpty ? no.result : yes.result
        } else {
            frame.result = machine.merge(sides.yes, yes.result, no.result)
        }
        frame.isPartial = frame.isPartial || yes.isPartial || no.isPartial
        if frame.isPartial { machine.mask = union(yesMask, noMask) }
    }

    private func join(_ test: Lane, _ yes: Frame, _ no: Frame, slots: Range<Int>) -> Frame {
        var frame = yes
        for slot in slots {
            frame.slots[slot] = zip(yes.slots[slot], no.slots[slot]).map { machine.choose(test, $0, $1) }
        }
        frame.result = zip(yes.result, no.result).map { machine.choose(test, $0, $1) }
        return frame
    }

    private func union(_ a: Mask?, _ b: Mask?) -> Mask? {
        guard let a, let b else { return a ?? b }
        let all = Mask(capacity: machine.pool.capacity)
        for p in 0..<machine.count { all.flags[p] = a.flags[p] || b.flags[p] }
        return all
    }

    // MARK: Loops

    private func loop(_ loop: Statement.Loop, _ frame: inout Frame) {
        let outerMask = machine.mask
        let outer = (frame.broken, frame.skipped, frame.isPartial)
        (frame.broken, frame.skipped) = (nil, nil)
        frame.loopDepth += 1
        if let counter = loop.counter { frame.slots[counter.slot] = evaluate(counter.start, &frame) }
        for turn in 0..<(loop.maxTripCount + 2) {
            if machine.isOver() { break }
            if turn > 0 || loop.testsFirst, !goesOn(loop.condition, &frame) { break }
            let before = machine.mask
            run(loop.body[...], &frame, isTail: false)
            if frame.isFinished { break }
            if frame.broken != nil || frame.skipped != nil || frame.returned != nil {
                machine.mask = remaining(before, frame)
                frame.skipped = nil
                if isEmpty(machine.mask) { break }
            }
            step(loop, &frame)
        }
        frame.loopDepth -= 1
        (frame.broken, frame.skipped) = (outer.0, outer.1)
        if frame.isFinished { return }
        machine.mask = outerMask
        frame.isPartial = outer.2
        if let returned = frame.returned {
            machine.mask = without(outerMask, returned)
            frame.isPartial = true
        }
    }

    /// Asks a loop's condition; pixels for which it does not hold stop running.
    private func goesOn(_ condition: Expression, _ frame: inout Frame) -> Bool {
        let test = evaluate(condition, &frame)[0]
        if let certain = test.certain { return certain != 0 }
        machine.leaveOpen(test)
        machine.mask = split(test, overlapping: false).yes
        frame.isPartial = true
        return !isEmpty(machine.mask)
    }

    private func step(_ loop: Statement.Loop, _ frame: inout Frame) {
        guard case .assign(let target, let value)? = loop.step else { return }
        let next = evaluate(value, &frame)
        if loop.counter != nil {
            // The loop's own counter is seen by no pixel that has left.
            frame.slots[target.slot] = next
        } else {
            assign(next, to: target, &frame)
        }
    }

    /// Pixels that start the loop's next turn.
    private func remaining(_ before: Mask?, _ frame: Frame) -> Mask? {
        var mask = before
        if let broken = frame.broken { mask = without(mask, broken) }
        if let returned = frame.returned { mask = without(mask, returned) }
        return mask
    }

    private func without(_ mask: Mask?, _ gone: Mask) -> Mask {
        let left = Mask(capacity: machine.pool.capacity)
        for p in 0..<machine.count { left.flags[p] = (mask?.flags[p] ?? true) && !gone.flags[p] }
        return left
    }
}
