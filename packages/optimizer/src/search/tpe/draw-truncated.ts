interface TruncatedNormal {
  readonly center: number
  readonly sigma: number
  readonly low: number
  readonly high: number
}

/**
 * A normal number (Box and Muller 1958), drawn until it lies strictly inside its bounds. The center is inside and sigma is
 * at most the width of the range, so at least a third of the draws do.
 */
export function drawTruncated({ center, sigma, low, high }: TruncatedNormal, random: () => number): number {
  for (;;) {
    const radius = Math.sqrt(-2 * Math.log(1 - random()))
    const value = center + sigma * radius * Math.cos(2 * Math.PI * random())
    if (value > low && value < high) return value
  }
}
