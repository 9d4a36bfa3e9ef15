/// One dispatch: shader text, what it binds, and how many workgroups it takes.
public struct PassProgram: Sendable {
    /// What a binding of descriptor set 0 holds; the binding's number is its index in `bindings`.
    public enum Resource: Hashable, Sendable {
        /// The pass's settings, std430, rewritten for each frame.
        case settings
        /// One plane of a source picture, as a storage buffer of 32-bit words; `bytesPerRow` stands in the settings.
        case sourcePlane(source: Int, plane: Int)
        /// One plane of the output.
        case outputPlane(Int)
        /// Two words, zeroed before each frame: how many pixels clipped at encode, and the bits of the brightest
        /// float channel value (working light) among them.
        case statistics
        /// A stored intermediate, as a storage buffer.
        case intermediate(Int)
    }

    /// What the pass does, for people: `"conform, exposure, over, encode"`.
    public var label: String
    /// A whole GLSL 4.60 compute shader.
    public var text: String
    public var bindings: [Resource]
    public var writes: Set<Resource>
    public var settings: SettingsLayout
    public var groupsX: Int
    public var groupsY: Int
}

/// Where each frame's numbers stand in a pass's settings block.
public struct SettingsLayout: Sendable {
    /// What a member's value is taken from when a frame is prepared.
    public enum Value: Hashable, Sendable {
        case parameter(node: Int, name: String)
        case phase(node: Int, name: String)
        case time
        /// Bytes of a row of a source's, or the output's, plane.
        case sourceRow(source: Int, plane: Int)
        case outputRow(plane: Int)
        /// Bytes from the bound buffer's start to the plane's first sample.
        case sourceOffset(source: Int, plane: Int)
        case outputOffset(plane: Int)
        /// 1 when the source has a frame now, else 0.
        case sourcePresent(source: Int)
    }

    public enum Kind: Hashable, Sendable {
        case float
        case int
        case uint
    }

    public struct Member: Sendable {
        public var value: Value
        public var kind: Kind
        /// Bytes from the block's start.
        public var offset: Int
        /// Scalars: 1...4.
        public var width: Int
    }

    public var members: [Member] = []
    public var byteCount = 0
}

/// A plan written out as shaders: what a device needs to run a job, and nothing it needs to understand.
public struct Program: Sendable {
    public var passes: [PassProgram]
    /// Bytes of each stored intermediate.
    public var intermediateByteCounts: [Int]
}
