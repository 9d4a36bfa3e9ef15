//! filter comparisons: What comparing constants of every shape gives, compared again.
//! kind point
//! expect (0.5, 0.25, 2, 1) -> (8, 4, 2, 1)
struct Pair {
    int first;
    vec3 second;
};
const mat2x3 wide = mat2x3(1.0, 2.0, 3.0, 4.0, 5.0, 6.0);
const mat2x3 other = mat2x3(1.0, 2.0, 3.0, 4.0, 5.0, 6.5);
const Pair pair = Pair(1, vec3(0.5));
const float row[2] = float[2](1.0, 2.0);

float one(bool truth) {
    return truth ? 1.0 : 0.0;
}

vec4 comparisons(vec4 color) {
    float equal = one(false == (wide == other)) + one((wide == wide) == true);
    equal += one((pair == Pair(1, vec3(0.5))) == (wide == wide)) + one((pair == Pair(2, vec3(0.5))) == (wide == other));
    equal += one((vec3(1.0) == vec3(2.0)) == false) + one((row == float[2](1.0, 2.0)) == (vec2(1.0) == vec2(1.0)));
    equal += one(bvec2(true, wide == other) == bvec2(pair == pair, false)) + one(!(wide == other) == true);
    float unequal = one(true != (wide == other)) + one((wide != other) != false);
    unequal += one((pair != pair) != (wide == wide)) + one((row == row) != (pair == Pair(3, vec3(0.5))));
    // What is not constant goes the same way.
    float live = one((color.b > 100.3) == (color.b > 200.3));
    live += one((color.r < color.r + 1.0) != (color.r > color.r + 1.0));
    return vec4(vec3(equal, unequal, live) * color.a, color.a);
}
