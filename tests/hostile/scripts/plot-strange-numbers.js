// Plots values that are not numbers, numbers that JSON does not have, and objects that convert to numbers.
// Expect: completed
const VALUES = [NaN, Infinity, -Infinity, -0, 1e308 * 10, '7', 7n, null, undefined, {}, [], Symbol('s'), () => 1]
let count = 0
function onIntervalClose() {
  plot('values', VALUES[count++ % VALUES.length])
}
