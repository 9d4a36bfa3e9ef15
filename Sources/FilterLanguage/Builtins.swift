/// GLSL's own functions.
enum Builtins {
    static let names: Set<String> = Set(
        """
        radians degrees sin cos tan asin acos atan pow exp log exp2 log2 sqrt inversesqrt abs sign floor ceil fract mod
        trunc round roundEven min max clamp mix step smoothstep length distance dot cross normalize reflect any all not
        lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual isnan isinf sinh cosh tanh fma transpose
        determinant faceforward refract
        """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
