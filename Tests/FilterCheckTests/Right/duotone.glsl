//! filter duotone: Shadows in one colour, highlights in another, going on above white.
//! kind   point
//! param  dark color = 0.1/0.05/0.2/1 in 0...1: The colour of black.
//! param  light color = 1/0.8/0.4/1 in 0...4: The colour of white.
//! intends goes-negative: Where the dark colour is the brighter one, light above white goes on falling.

vec4 duotone(vec4 color) {
    vec4 straight = unpremultiplied(color);
    return premultiplied(vec4(mix(dark.rgb, light.rgb, luminance(straight.rgb)), straight.a));
}
