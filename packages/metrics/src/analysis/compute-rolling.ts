import { hasTraded } from '../guards.ts'
import type { AnyInput } from '../metric-input.ts'
import { dailyGrid } from '../stats/daily-grid.ts'
import { daysPerYear } from '../stats/days-per-year.ts'
import { sharpeSample } from '../stats/sharpe-sample.ts'
import { meanByDownside } from '../stats/sortino-ratio.ts'
import { deviation } from '../stats/statistics.ts'

const DAY = 86_400_000

type Values = readonly (number | null)[]

/** Statistics of the last days of the grid at each of them; null until there are enough. Fractions; annualized ratios. */
export interface RollingStatistics {
  /** The midnight at which each day begins. */
  readonly time: readonly number[]
  readonly return: Values
  readonly volatility: Values
  readonly sharpe: Values
  readonly sortino: Values
  readonly maxDrawdown: Values
}

/** The definitions are those of the metrics of the whole run, over windows of `days` daily returns. */
export function computeRolling(input: AnyInput, days: number): RollingStatistics {
  const { time, returns } = dailyGrid(input)
  const perYear = daysPerYear(input.calendar)
  const over = (statistic: (window: readonly number[]) => number | null): Values =>
    returns.map((_, i) => (i + 1 < days ? null : statistic(returns.slice(i + 1 - days, i + 1))))
  // As in the metrics of the run, a ruined account has no ratios, nor does one that never traded.
  const hasRatios = !input.ruined && hasTraded(input)
  const annualized = (ratio: number | null): number | null => (ratio === null ? null : ratio * Math.sqrt(perYear))
  const ratio = (statistic: (window: readonly number[]) => number | null): Values =>
    over((window) => (hasRatios ? annualized(statistic(window)) : null))
  return {
    time: time.map((end) => end - DAY),
    return: over(totalReturn),
    volatility: over((window) => deviation(window) * Math.sqrt(perYear)),
    sharpe: ratio((window) => sharpeSample(window, perYear)?.sharpe ?? null),
    sortino: ratio((window) => meanByDownside(window, perYear)),
    maxDrawdown: over(deepest),
  }
}

function totalReturn(window: readonly number[]): number {
  return window.reduce((growth, value) => growth * (1 + value), 1) - 1
}

/** From the equity before the window. */
function deepest(window: readonly number[]): number {
  let [growth, peak, depth] = [1, 1, 0]
  for (const value of window) {
    growth *= 1 + value
    peak = Math.max(peak, growth)
    depth = Math.max(depth, (peak - growth) / peak)
  }
  return depth
}
