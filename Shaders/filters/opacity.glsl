//! filter opacity: Make the picture more transparent.
//! kind   point
//! param  amount float = 1 in 0...1: 1 leaves it as it is, 0 hides it.
//! alpha  changes
//! show   amount = 0.4
//! law    identity when amount = 1
//! law    monotone
//! expect amount = 0.25: (4, 2, 1, 1) -> (1, 0.5, 0.25, 0.25)
//! expect amount = 0: (4, 2, 1, 1) -> (0, 0, 0, 0)

vec4 opacity(vec4 color) {
    return color * amount;
}
