// finds breaks-above goes-negative
//! filter negativeScreen: Screen as SDR has it.
//! kind   blend

vec4 negativeScreen(vec4 below, vec4 above) {
    return below + above - below * above;
}
