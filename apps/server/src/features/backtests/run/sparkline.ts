/** Points of a small curve; more cannot be told apart in a list. */
const POINTS = 60
const CENTS = 100

interface Curve {
  readonly time: ArrayLike<number>
  readonly equity: ArrayLike<number>
}

/** Equity at evenly spaced times, the first and the last one included: each is the latest value known then. */
export function sparkline({ time, equity }: Curve): number[] {
  const rows = time.length
  if (rows <= POINTS) return Array.from({ length: rows }, (_, row) => toCents(equity[row]!))
  const first = time[0]!
  const step = (time[rows - 1]! - first) / (POINTS - 1)
  let row = 0
  return Array.from({ length: POINTS }, (_, point) => {
    const until = point === POINTS - 1 ? Number.POSITIVE_INFINITY : first + point * step
    while (row + 1 < rows && time[row + 1]! <= until) row += 1
    return toCents(equity[row]!)
  })
}

function toCents(value: number): number {
  return Math.round(value * CENTS) / CENTS
}
