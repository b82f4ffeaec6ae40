import { longRunDeviation } from './long-run-deviation.ts'
import type { ReturnsPanel } from './returns-panel.ts'

/** Of every trial of a panel that varies. */
export interface PanelStatistics {
  /** Places of the trials in the panel; those without any variation are left out. */
  readonly places: Uint32Array
  readonly means: Float64Array
  readonly deviations: Float64Array
  /** sqrt(n) · mean / deviation */
  readonly ratios: Float64Array
}

export function panelStatistics({ returns, trials, days }: ReturnsPanel, restart: number): PanelStatistics {
  const rows: { place: number; mean: number; deviation: number }[] = []
  for (let place = 0; place < trials; place++) {
    const row = returns.subarray(place * days, (place + 1) * days)
    let sum = 0
    for (const value of row) sum += value
    const mean = sum / days
    const deviation = longRunDeviation(row, mean, restart)
    // The same return every day leaves only rounding.
    if (deviation > Math.abs(mean) * 1e-9) rows.push({ place, mean, deviation })
  }
  return {
    places: Uint32Array.from(rows, ({ place }) => place),
    means: Float64Array.from(rows, ({ mean }) => mean),
    deviations: Float64Array.from(rows, ({ deviation }) => deviation),
    ratios: Float64Array.from(rows, ({ mean, deviation }) => (Math.sqrt(days) * mean) / deviation),
  }
}
