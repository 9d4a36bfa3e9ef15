import Foundation

Console.prepare()
Interruption.prepare()
let code = await CommandLineTool.run(Array(CommandLine.arguments.dropFirst()))
exit(VulkanReport.judged(code).rawValue)
