import FilterLanguage

/// A point filter around `code`, which stands from line 3 on.
func point(_ code: String, annotations: String = "") throws -> Filter {
    try Filter(
        source: "//! filter trial: A trial.\n//! kind point\n" + (annotations.isEmpty ? "" : annotations + "\n") + code,
        path: "trial.glsl")
}

/// The mistake in a file; `nil` when it is read without one.
func mistake(_ source: String) -> SourceError? {
    do {
        _ = try Filter(source: source, path: "trial.glsl")
        return nil
    } catch { return error }
}

/// The mistake in a point filter whose function's body is `body`, which begins on line 4.
func mistake(inBody body: String, annotations: String = "//! param amount float = 0 in 0...1: An amount.")
    -> SourceError?
{
    mistake(
        "//! filter trial: A trial.\n//! kind point\n\(annotations)\nvec4 trial(vec4 color) {\n\(body)\n    return color;\n}\n"
    )
}

let shoulder = """
    //! filter shoulder: Roll highlights off above a knee so they never pass the headroom.
    //! kind   point
    //! param  knee     float = 0.8 in 0...1: Where the curve leaves the diagonal.
    //! param  peak     float = contentHeadroom in 1...64 [white]: Brightest value, in multiples of reference white.
    //! law    monotone
    //! expect knee = 0.5, peak = 2: (0.25, 0.25, 0.25, 1) -> (0.25, 0.25, 0.25, 1)

    float roll(float x) {
        float range = peak - knee;
        float over = max(x - knee, 0.0);
        float y = x;
        if (x > knee) {
            y = knee + range * over / (over + range);
        }
        return y;
    }

    vec4 shoulder(vec4 color) {
        float top = max(color.r, max(color.g, color.b));
        float gain = top > 0.0 ? roll(top) / top : 1.0; /* a comment
           of two lines */
        return vec4(color.rgb * gain, color.a);
    }

    """
