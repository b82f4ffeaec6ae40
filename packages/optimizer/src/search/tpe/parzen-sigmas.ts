/**
 * Widths of the kernels at ascending observations: the larger gap to the neighbors, at least the width of the range divided
 * by the number of kernels (100 at most) plus one, at most that width (Bergstra 2011). The kernel of the prior counts too.
 */
export function parzenSigmas(sorted: ArrayLike<number>, width: number): Float64Array {
  const { length } = sorted
  const min = width / Math.min(100, length + 2)
  const sigmas = new Float64Array(length)
  for (let k = 0; k < length; k++) {
    const below = k > 0 ? (sorted[k] as number) - (sorted[k - 1] as number) : -Infinity
    const above = k + 1 < length ? (sorted[k + 1] as number) - (sorted[k] as number) : -Infinity
    const gap = length === 1 ? width : Math.max(below, above)
    sigmas[k] = Math.min(width, Math.max(min, gap))
  }
  return sigmas
}
