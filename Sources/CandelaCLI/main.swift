import Foundation

// A reader that went away shows as an error of write, not as a signal that ends the process.
signal(SIGPIPE, SIG_IGN)
let code = await CommandLineTool.run(Array(CommandLine.arguments.dropFirst()))
exit(VulkanReport.judged(code).rawValue)
