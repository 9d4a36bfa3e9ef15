/// The man page, in roff, made from the tables of options.
enum ManualPage {
    /// The page, for the commands of a table.
    static func text(_ commands: [Command]) -> String {
        var lines = [
            ".TH CANDELA 1 \"\" \"candela \(CommandLineTool.version)\" \"User Commands\"",
            ".SH NAME", "candela \\- HDR video through GPU filters in linear light",
            ".SH SYNOPSIS", ".B candela", ".I COMMAND", "[\\fIoptions\\fR] ...",
            ".SH DESCRIPTION",
            "Reads a clip, filters it in linear light on a Vulkan device, and writes a clip with right colour tags, time",
            "stamps and sound.",
        ]
        for command in commands {
            lines += [
                ".SH \(command.name.uppercased())", ".B candela \(command.name)", ".I \(escaped(command.operands))",
                ".PP",
                escaped(command.summary),
            ]
            for option in command.allOptions {
                lines += [".TP", ".B \(escaped(option.usage))", escaped(option.summary)]
            }
            if !command.notes.isEmpty { lines += [".PP", ".nf", escaped(command.notes), ".fi"] }
        }
        lines += [
            ".SH EXIT STATUS",
            ".TP", ".B 0", "All is well.",
            ".TP", ".B 1", "What was compared or checked differs.",
            ".TP", ".B 64", "Wrong use: a parameter, a value, an output equal to its input.",
            ".TP", ".B 65", "Bad data.",
            ".TP", ".B 69", "No device, or no library.",
            ".TP", ".B 70", "A mistake of Candela.",
            ".TP", ".B 74", "What cannot be read or written.",
            ".TP", ".B 130", "Interrupted.",
            ".SH ENVIRONMENT",
            ".TP", ".B CANDELA_SHADERS", "A folder of filters to take in place of those that belong to the program.",
        ]
        return lines.joined(separator: "\n")
    }

    /// Text in which nothing is a request: lines do not begin with a dot or a quote, and dashes stay dashes.
    private static func escaped(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let plain = line.replacing("\\", with: "\\e").replacing("-", with: "\\-")
            return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&\(plain)" : plain
        }.joined(separator: "\n")
    }
}
