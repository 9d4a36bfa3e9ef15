// finds goes-negative
//! filter generatedContrast: Waves whose troughs fall below black where they are high.
//! kind   generate
//! param  height float = 0.25 in 0...2: How high the waves are.

vec4 generatedContrast() {
    float wave = sin(position.x / size.x * 12.566370614);
    return vec4(vec3(0.5 + height * wave), 1.0);
}
