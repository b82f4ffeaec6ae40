interface Point {
  readonly time: number
  readonly equity: number
}

/** A curve of equity as if nothing had been deposited or withdrawn: by it alone, nobody gains or loses. */
export function withoutTransfers(
  points: readonly Point[],
  transfers: readonly { readonly time: number; readonly amount: number }[],
): Point[] {
  if (transfers.length === 0) return [...points]
  let [at, sum] = [0, 0]
  return points.map(({ time, equity }) => {
    for (; at < transfers.length && (transfers[at]?.time ?? Infinity) <= time; at++) sum += transfers[at]?.amount ?? 0
    return { time, equity: equity - sum }
  })
}
