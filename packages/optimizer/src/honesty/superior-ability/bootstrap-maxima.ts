import type { ReturnsPanel } from './returns-panel.ts'

/** A statistic of a draw: the largest of sqrt(n) · (drawn mean - center) / scale over all trials, at least `floor`. */
export interface MaximumStatistic {
  readonly centers: Float64Array
  /** Null for 1. */
  readonly scales: Float64Array | null
  readonly floor: number
}

/** Draws per pass: a trial's returns stay in the cache meanwhile. */
const TOGETHER = 4

/**
 * For each statistic its value in every draw. A draw's mean is the sum of the returns times their counts, so the days of a
 * draw are never copied.
 */
export function bootstrapMaxima(
  { returns, days }: ReturnsPanel,
  places: Uint32Array,
  counts: Float64Array,
  statistics: readonly MaximumStatistic[],
): Float64Array[] {
  const draws = counts.length / days
  const root = Math.sqrt(days)
  const maxima = statistics.map(({ floor }) => new Float64Array(draws).fill(floor))
  const means = new Float64Array(TOGETHER)
  for (let first = 0; first < draws; first += TOGETHER) {
    const until = Math.min(TOGETHER, draws - first)
    for (let k = 0; k < places.length; k++) {
      drawnMeans(means, { returns, from: (places[k] as number) * days, counts, first, until, days })
      for (const [s, { centers, scales }] of statistics.entries()) {
        const center = centers[k] as number
        const factor = root / (scales === null ? 1 : (scales[k] as number))
        const maximum = maxima[s] as Float64Array
        for (let draw = 0; draw < until; draw++) {
          const value = ((means[draw] as number) - center) * factor
          if (value > (maximum[first + draw] as number)) maximum[first + draw] = value
        }
      }
    }
  }
  return maxima
}

interface DrawnRow {
  readonly returns: Float64Array | Float32Array
  readonly from: number
  readonly counts: Float64Array
  readonly first: number
  readonly until: number
  readonly days: number
}

/** The inner loop of all draws: four at once for most of them. */
function drawnMeans(means: Float64Array, { returns, from, counts, first, until, days }: DrawnRow): void {
  const base = first * days
  if (until < TOGETHER) {
    for (let draw = 0; draw < until; draw++) {
      let sum = 0
      for (let day = 0; day < days; day++)
        sum += (returns[from + day] as number) * (counts[base + draw * days + day] as number)
      means[draw] = sum / days
    }
    return
  }
  let [a, b, c, d] = [0, 0, 0, 0]
  for (let day = 0; day < days; day++) {
    const value = returns[from + day] as number
    const at = base + day
    a += value * (counts[at] as number)
    b += value * (counts[at + days] as number)
    c += value * (counts[at + 2 * days] as number)
    d += value * (counts[at + 3 * days] as number)
  }
  means[0] = a / days
  means[1] = b / days
  means[2] = c / days
  means[3] = d / days
}
