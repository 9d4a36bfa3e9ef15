// finds loses-alpha
//! filter alphaSum: Adds two alphas past 1.
//! kind   blend

vec4 alphaSum(vec4 below, vec4 above) {
    return below + above;
}
