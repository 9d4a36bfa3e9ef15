//! filter lightLevel: Measure how bright each picture is, and pass it on as it is.
//! kind   raw
//! param  area vec4 = 0/0/65536/65536 in 0...65536 [pixels]: Left, top, width and height of what is measured; leave out black bars.
//! threads 64x4
//! tile   128x64
//! result pixels uint [pixels]: Pixels that were measured.
//! result maxLevel uint / 1024 [cd/m²]: The greatest max(R, G, B).
//! result levelSum uint64 / 1024 [cd/m²]: The sum of max(R, G, B).
//! result minLuminance uint = 4294967295 / 1024 [cd/m²]: The least luminance.
//! result maxLuminance uint / 1024 [cd/m²]: The greatest luminance.
//! result luminanceSum uint64 / 1024 [cd/m²]: The sum of luminance.
//! result histogram uint[256] [pixels]: Pixels by the PQ signal of max(R, G, B), in 256 equal steps.
//! expect (1, 2, 0.5, 1) -> pixels = 4096, maxLevel = 406, levelSum = 1662976
//! expect (-1, 1, 0, 1) -> maxLevel = 203, minLuminance = 84.3059082, maxLuminance = 84.3059082
//! expect (64, 0, 0, 1) -> maxLevel = 10000
//! expect area = 0/0/0/0: (1, 1, 1, 1) -> pixels = 0, maxLevel = 0

// Light is measured as it would be shown over black, in BT.2020, from 0 to 10000 cd/m². Below black counts as black; a
// channel that is no number counts as 0, one beyond 65504 as that. Everything is counted in whole steps of 1/1024 cd/m²,
// which a float of 10000 has no finer ones than: sums do not depend on their order.
const int columns = 128;
const int rows = 64;
const float steps = 1024.0;

// PQ of n/256 in cd/m²: where each bin begins.
const float beginnings[256] = float[](
    0.0, 0.00043078218, 0.0014711767, 0.0031022117, 0.005355566, 0.008274312, 0.011907248, 0.016307125,
    0.021529952, 0.027634712, 0.03468325, 0.042740244, 0.051873244, 0.062152736, 0.07365219, 0.086448185,
    0.10062048, 0.11625214, 0.13342965, 0.15224299, 0.17278583, 0.19515564, 0.21945375, 0.24578561, 0.27426082,
    0.30499342, 0.33810183, 0.37370926, 0.41194367, 0.45293808, 0.49683067, 0.54376495, 0.59389, 0.64736074,
    0.70433795, 0.7649885, 0.8294858, 0.8980097, 0.97074705, 1.0478916, 1.1296446, 1.2162145, 1.3078182,
    1.40468, 1.507033, 1.6151191, 1.7291887, 1.849502, 1.9763284, 2.1099474, 2.250649, 2.3987334, 2.554512,
    2.718308, 2.8904557, 3.071302, 3.2612062, 3.460541, 3.669692, 3.8890593, 4.1190577, 4.3601155, 4.612678,
    4.877206, 5.154176, 5.444083, 5.7474394, 6.0647745, 6.396638, 6.743599, 7.106246, 7.4851894, 7.8810606,
    8.294514, 8.726227, 9.1769, 9.64726, 10.138058, 10.650073, 11.18411, 11.741003, 12.321617, 12.926845,
    13.557611, 14.214875, 14.899629, 15.612896, 16.355742, 17.129265, 17.934605, 18.772936, 19.645483,
    20.553503, 21.498306, 22.481243, 23.503714, 24.567163, 25.673096, 26.82306, 28.01866, 29.26156, 30.553478,
    31.896196, 33.291557, 34.741463, 36.24789, 37.812878, 39.438545, 41.127075, 42.880733, 44.701862,
    46.592884, 48.556313, 50.59474, 52.710865, 54.90746, 57.18741, 59.55369, 62.009396, 64.55771, 67.20194,
    69.94551, 72.79196, 75.744965, 78.808304, 81.98591, 85.281845, 88.700325, 92.24571, 95.9225, 99.73537,
    103.68915, 107.78885, 112.03964, 116.44691, 121.01618, 125.75322, 130.66399, 135.75464, 141.03156,
    146.50134, 152.17087, 158.04721, 164.1377, 170.44994, 176.99182, 183.77147, 190.79736, 198.07823,
    205.62314, 213.44147, 221.54294, 229.93762, 238.63596, 247.64876, 256.9872, 266.6629, 276.6879, 287.07462,
    297.83594, 308.98532, 320.53653, 332.504, 344.90256, 357.74768, 371.05533, 384.84207, 399.1251, 413.9222,
    429.25186, 445.13318, 461.58606, 478.631, 496.2894, 514.5833, 533.5357, 553.1704, 573.51196, 594.5861,
    616.41925, 639.039, 662.4738, 686.7534, 711.9085, 737.9709, 764.9737, 792.9513, 821.9392, 851.9744,
    883.09534, 915.34174, 948.75494, 983.37787, 1019.255, 1056.4325, 1094.9585, 1134.8828, 1176.2571,
    1219.1351, 1263.5728, 1309.6278, 1357.3605, 1406.8335, 1458.1117, 1511.2625, 1566.356, 1623.4651,
    1682.6655, 1744.0359, 1807.658, 1873.6168, 1942.0006, 2012.9012, 2086.414, 2162.6387, 2241.6777, 2323.639,
    2408.634, 2496.7786, 2588.1936, 2683.0046, 2781.3425, 2883.3428, 2989.1475, 3098.9033, 3212.7634,
    3330.8877, 3453.4417, 3580.5981, 3712.5374, 3849.4463, 3991.5198, 4138.9614, 4291.982, 4450.8027,
    4615.6523, 4786.77, 4964.4053, 5148.818, 5340.278, 5539.0674, 5745.4805, 5959.8237, 6182.416, 6413.591,
    6653.696, 6903.0933, 7162.1606, 7431.293, 7710.9004, 8001.4136, 8303.279, 8616.965, 8942.96, 9281.771,
    9633.934
);

shared float begins[256];
shared uint counts[256];
shared uint levelLow, levelHigh, levelMost, luminanceLow, luminanceHigh, luminanceMost, luminanceLeast, measured;

vec3 cleaned(vec3 light) {
    return vec3(
        isnan(light.r) ? 0.0 : clamp(light.r, -65504.0, 65504.0),
        isnan(light.g) ? 0.0 : clamp(light.g, -65504.0, 65504.0),
        isnan(light.b) ? 0.0 : clamp(light.b, -65504.0, 65504.0));
}

float nits(float light) { return min(max(light, 0.0) * referenceWhite, 10000.0); }

uint counted(float nits) { return uint(nits * steps + 0.5); }

// The curve says nearly where a level belongs; what decides are comparisons, which every device makes alike.
uint binOf(float level) {
    int bin = clamp(int(nitsToPQ(level) * 256.0), 0, 255);
    if (level < begins[bin]) { return uint(bin - 1); }
    return uint(bin < 255 && level >= begins[bin + 1] ? bin + 1 : bin);
}

bool isMeasured(ivec2 p) {
    vec2 centre = vec2(p) + 0.5;
    return p.x < int(size.x) && p.y < int(size.y) && all(greaterThanEqual(centre, area.xy))
        && all(lessThan(centre, area.xy + area.zw));
}

void main() {
    uint thread = gl_LocalInvocationIndex;
    begins[thread] = beginnings[thread];
    counts[thread] = 0u;
    if (thread == 0u) {
        levelLow = levelHigh = levelMost = luminanceLow = luminanceHigh = luminanceMost = measured = 0u;
        luminanceLeast = 0xFFFFFFFFu;
    }
    barrier();

    ivec2 corner = ivec2(gl_WorkGroupID.xy) * ivec2(columns, rows);
    uint levels = 0u, luminances = 0u, brightest = 0u, most = 0u, least = 0xFFFFFFFFu, pixelCount = 0u;
    // Neighbours are often alike: what falls into one bin is counted before threads meet there.
    uint bin = 0u, run = 0u;
    for (int y = int(gl_LocalInvocationID.y); y < rows; y += 4) {
        for (int x = int(gl_LocalInvocationID.x); x < columns; x += 64) {
            ivec2 p = corner + ivec2(x, y);
            if (!isMeasured(p)) { continue; }
            vec3 light = cleaned(texel(p).rgb);
            float level = nits(max(max(light.r, light.g), light.b));
            uint levelSteps = counted(level);
            uint luminanceSteps = counted(nits(luminance(light)));
            pixelCount += 1u;
            levels += levelSteps;
            luminances += luminanceSteps;
            brightest = max(brightest, levelSteps);
            most = max(most, luminanceSteps);
            least = min(least, luminanceSteps);
            uint found = binOf(level);
            if (found != bin && run != 0u) {
                atomicAdd(counts[bin], run);
                run = 0u;
            }
            bin = found;
            run += 1u;
        }
    }
    if (run != 0u) { atomicAdd(counts[bin], run); }
    if (pixelCount != 0u) {
        uint before = atomicAdd(levelLow, levels);
        if (before + levels < before) { atomicAdd(levelHigh, 1u); }
        before = atomicAdd(luminanceLow, luminances);
        if (before + luminances < before) { atomicAdd(luminanceHigh, 1u); }
        atomicMax(levelMost, brightest);
        atomicMax(luminanceMost, most);
        atomicMin(luminanceLeast, least);
        atomicAdd(measured, pixelCount);
    }
    barrier();

    if (counts[thread] != 0u) { histogram_add(thread, counts[thread]); }
    if (thread == 0u && measured != 0u) {
        pixels_add(measured);
        maxLevel_max(levelMost);
        levelSum_add(uvec2(levelLow, levelHigh));
        minLuminance_min(luminanceLeast);
        maxLuminance_max(luminanceMost);
        luminanceSum_add(uvec2(luminanceLow, luminanceHigh));
    }
}
