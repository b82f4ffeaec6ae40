import { quantile, Resample } from '@tradeloom/metrics'

export interface EquityBands {
  /** Number of days after which each point of the bands lies. */
  readonly days: readonly number[]
  /** Equity in multiples of the initial balance, for each level one list of points. */
  readonly bands: readonly { readonly level: number; readonly equity: readonly number[] }[]
}

const BLOCK_DAYS = 20
const MAX_POINTS = 120

/**
 * Quantiles of equity along resampled daily returns, in blocks of 20 days that keep streaks together: what the same
 * strategy could have earned with other luck. Null for fewer than two blocks.
 */
export function equityBands(returns: readonly number[], levels: readonly number[]): EquityBands | null {
  if (returns.length < 2 * BLOCK_DAYS) return null
  const { draws, starts, blocks, block, size } = new Resample(returns.length, BLOCK_DAYS)
  const days = checkpoints(size)
  const equity = days.map(() => new Float64Array(draws))
  for (let draw = 0; draw < draws; draw++) {
    let [level, next] = [1, 0]
    for (let day = 0; day < size; day++) {
      const start = starts[draw * blocks + Math.floor(day / block)] as number
      level *= Math.max(0, 1 + (returns[(start + (day % block)) % size] as number))
      if (day + 1 === days[next]) (equity[next++] as Float64Array)[draw] = level
    }
  }
  for (const column of equity) column.sort()
  return { days, bands: levels.map((level) => ({ level, equity: equity.map((column) => quantile(column, level)) })) }
}

/** Ascending, at most `MAX_POINTS`, and always the last day. */
function checkpoints(size: number): number[] {
  const count = Math.min(size, MAX_POINTS)
  return Array.from({ length: count }, (_, k) => Math.round(((k + 1) * size) / count))
}
