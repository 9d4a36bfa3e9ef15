import Synchronization

/// Makes the n-th call through the door to Vulkan fail, so that tests can walk every error path; debug builds only.
package enum FaultInjection {
    /// Whether this build can make calls fail.
    package static var isAvailable: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }

    /// Runs `body`, in this thread or task, with its `n`-th call (from 0) failing; answers whether so many were made.
    package static func failCall(at n: Int, _ body: () -> Void) -> Bool {
        let plan = Plan(failAt: n)
        $current.withValue(plan) { body() }
        return plan.hasStruck
    }

    /// Counts a call, and answers whether it is the one to fail.
    static func strikesNow() -> Bool { current?.countsAndStrikes() ?? false }

    @TaskLocal private static var current: Plan?

    private final class Plan: Sendable {
        private let failAt: Int
        private let calls = Atomic<Int>(0)

        init(failAt: Int) { self.failAt = failAt }

        var hasStruck: Bool { calls.load(ordering: .relaxed) > failAt }

        func countsAndStrikes() -> Bool { calls.add(1, ordering: .relaxed).oldValue == failAt }
    }
}
