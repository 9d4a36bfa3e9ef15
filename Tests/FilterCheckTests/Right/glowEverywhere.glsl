//! filter glowEverywhere: Adds a blur of all light, which a uniform picture gains too.
//! kind   area
//! param  amount float = 0.3 in 0...1: How much.
//! reach  2
//! alpha  changes
//! law    identity when amount = 0

vec4 glowEverywhere() {
    vec4 own = pixel(ivec2(0));
    vec3 sum = vec3(0.0);
    for (int i = -2; i <= 2; ++i) { sum += pixel(ivec2(i, 0)).rgb + pixel(ivec2(0, i)).rgb; }
    return vec4(own.rgb + amount * own.a * sum / 10.0, own.a);
}
