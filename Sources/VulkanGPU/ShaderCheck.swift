import FilterGraph
import FilterLanguage

/// Whether shaders compile, which needs no device.
public enum ShaderCheck {
    /// Compiles the raw filters of a job: the code of all others is read when their files are.
    ///
    /// Throws `SourceError` for a mistake in a filter's file, `ShaderError` where the fault is none of its author's,
    /// `GraphError` for a job that cannot be made.
    public static func compileRaw(_ job: RenderJob, library: ColorLibrary) throws {
        for pass in Program(try Plan(job), library: library).passes where pass.raw != nil {
            do {
                _ = try ShaderCompiler.spirv(pass.text, label: pass.label)
            } catch let error as ShaderError {
                throw pass.authors(error)
            }
        }
    }
}

extension PassProgram {
    /// What the compiler has against a pass in its author's terms, where the line is an author's.
    func authors(_ error: ShaderError) -> any Error {
        let mistake = RawComplaint(error, in: self)?.mistake(in: self) ?? refusal(ofLine: error.text)
        return mistake.map { $0 as any Error } ?? error
    }
}
