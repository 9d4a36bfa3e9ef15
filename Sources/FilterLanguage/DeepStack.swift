import Foundation

/// Runs work that goes down many levels on a thread whose stack is sure to hold them, whatever thread asks.
enum DeepStack {
    /// Bytes of stack: the deepest filter that is allowed takes a part of it, without optimisation too.
    private static let byteCount = 16 << 20

    private final class Work: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Written by one thread, and read by another that has waited for it.
    private final class Box<Value>: @unchecked Sendable {
        var value: Value?
    }

    /// What `body` answers or throws; the calling thread waits for it.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () throws(SourceError) -> Value) throws(SourceError)
        -> Value
    {
        let box = Box<Result<Value, SourceError>>()
        let work = Work {
            do throws(SourceError) { box.value = .success(try body()) } catch { box.value = .failure(error) }
        }
        var attributes = pthread_attr_t()
        var thread = pthread_t()
        guard pthread_attr_init(&attributes) == 0 else { return try body() }
        defer { pthread_attr_destroy(&attributes) }
        let pointer = Unmanaged.passRetained(work).toOpaque()
        guard pthread_attr_setstacksize(&attributes, byteCount) == 0,
            pthread_create(
                &thread, &attributes,
                { pointer in
                    guard let pointer else { return nil }
                    Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run()
                    return nil
                }, pointer) == 0
        else {
            Unmanaged<Work>.fromOpaque(pointer).release()
            return try body()
        }
        pthread_join(thread, nil)
        guard let result = box.value else { return try body() }
        return try result.get()
    }
}
