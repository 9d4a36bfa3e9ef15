//! filter solid: Fill the picture with one colour of known light.
//! kind   generate
//! param  color color = 1/1/1/1 in -16...64: Linear BT.2020 light, times the level; its alpha is how much it covers.
//! param  level float = 1 in 0...10000: How bright a colour of 1 is.
//! param  unit choice = white of white nits: Whether the level counts reference whites or cd/m².
//! alpha  changes
//! show   color = 1/0.4/0.05/0.5
//! expect -> (1, 1, 1, 1)
//! expect color = 1/0.5/-0.25/1, level = 4: -> (4, 2, -1, 1)
//! expect color = 2/1/0/0.5, level = 101.5, unit = nits: -> (0.5, 0.25, 0, 0.5)

vec4 solid() {
    float brightness = unit == unit_nits ? level / referenceWhite : level;
    return premultiplied(vec4(color.rgb * brightness, color.a));
}
