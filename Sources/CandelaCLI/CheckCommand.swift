import Candela

/// `candela check`: compares filters on every device with the CPU reference.
enum CheckCommand {
    static let command = Command(
        name: "check", summary: "Compare filters on each device with the CPU reference.",
        operands: "[NAME|FILE.glsl|all]...", operandCount: 0...1000,
        options: [
            Option("--device", .text("NAME|INDEX|UUID"), "Only on this device; else on each usable one."),
            Option("--quick", .flag, "Fewer cases."),
            Option("--seed", .integer("N", 0...Int.max), "Where random numbers come from (1)."),
            Option("--case", .text("NAME"), "Only this case, as a failure names it."),
            Option("--watch", .flag, "Check again whenever a file is saved."),
            Option("--shaders", .text("DIR"), "Take filters from DIR."),
            Option("--json", .flag, "One JSON report a line instead of text."),
        ],
        notes: "Exit 0 when all agree, 1 when one does not.", run: { try run($0) })

    private static func run(_ arguments: Arguments) throws -> ExitCode {
        if arguments.has("--watch") { return try watch(arguments) }
        let catalog = try FilterCatalog(folder: arguments.text("--shaders"))
        let names = arguments.operands.isEmpty || arguments.operands == ["all"] ? catalog.names : arguments.operands
        let filters = try names.map { (name: $0, filter: try catalog.filter(named: $0)) }
        let reference = CPURenderer()
        var failed = false
        for device in try devices(arguments.text("--device")) {
            let renderer = GPURenderer(device: device, library: catalog.colors)
            if !arguments.has("--json") { Console.print(device.info.name) }
            var reports: [CheckReport] = []
            for (name, filter) in filters {
                var options = CheckOptions(
                    extent: arguments.has("--quick") ? .quick : .full, only: arguments.text("--case"),
                    filterArgument: name)
                if let seed = arguments.integer("--seed") { options.seed = UInt64(seed) }
                let report = FilterCheck.check(filter, reference: reference, candidate: renderer, options: options)
                failed = failed || !report.passed
                if arguments.has("--json") {
                    Console.print(try report.json())
                } else {
                    reports.append(report)
                    if Console.errorIsTerminal { Console.note("\(report.passed ? "ok" : "FAILED") \(filter.name)") }
                }
            }
            if !arguments.has("--json") { Console.print(CheckReport.table(reports)) }
        }
        return failed ? .different : .success
    }

    /// The device asked for, or every one that can be used.
    static func devices(_ text: String?) throws -> [GPUDevice] {
        if let text { return [try GPUDevice(selecting: GPUDevice.Selection(text))] }
        let usable = try GPUDevice.all().filter { $0.missing == nil }
        guard !usable.isEmpty else { throw DeviceError.noDevice }
        return try usable.map { try GPUDevice(selecting: .index($0.index)) }
    }
}
