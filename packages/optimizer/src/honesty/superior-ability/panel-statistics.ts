import { longRunDeviation } from './long-run-deviation.ts'
import type { ReturnsPanel } from './returns-panel.ts'

/** Of every trial of a panel that varies. */
export interface PanelStatistics {
  /** Places of the trials in the panel; those without any variation are left out. */
  readonly places: Uint32Array
  readonly means: Float64Array
  /** Of sqrt(n) · mean, as the blocks of the bootstrap keep the order of the days. */
  readonly deviations: Float64Array
  /** Of the days, in whatever order. */
  readonly spreads: Float64Array
  /** Days with a return. */
  readonly tradedDays: Uint32Array
  /** sqrt(n) · mean / deviation */
  readonly ratios: Float64Array
}

interface Statistics {
  readonly place: number
  readonly mean: number
  readonly deviation: number
  readonly spread: number
  readonly traded: number
}

export function panelStatistics({ returns, trials, days }: ReturnsPanel, restart: number): PanelStatistics {
  const rows: Statistics[] = []
  for (let place = 0; place < trials; place++) {
    const row = returns.subarray(place * days, (place + 1) * days)
    let sum = 0
    for (const value of row) sum += value
    const mean = sum / days
    const deviation = longRunDeviation(row, mean, restart)
    // The same return every day leaves only rounding.
    if (deviation > Math.abs(mean) * 1e-9) rows.push({ place, mean, deviation, ...daysOf(row, mean) })
  }
  return {
    places: Uint32Array.from(rows, ({ place }) => place),
    means: Float64Array.from(rows, ({ mean }) => mean),
    deviations: Float64Array.from(rows, ({ deviation }) => deviation),
    spreads: Float64Array.from(rows, ({ spread }) => spread),
    tradedDays: Uint32Array.from(rows, ({ traded }) => traded),
    ratios: Float64Array.from(rows, ({ mean, deviation }) => (Math.sqrt(days) * mean) / deviation),
  }
}

function daysOf(values: ArrayLike<number>, mean: number): Pick<Statistics, 'spread' | 'traded'> {
  let [sum, traded] = [0, 0]
  for (let k = 0; k < values.length; k++) {
    sum += ((values[k] as number) - mean) ** 2
    if (values[k] !== 0) traded += 1
  }
  return { spread: Math.sqrt(sum / values.length), traded }
}
