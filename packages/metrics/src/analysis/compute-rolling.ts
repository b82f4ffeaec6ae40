import { hasTraded, MINIMUM_ACCEPTABLE_RETURN, RISK_FREE_RATE, ZERO_DEVIATION } from '../guards.ts'
import type { AnyInput } from '../metric-input.ts'
import { dayEnds, returnsOf } from '../stats/return-grid.ts'
import { deviation, mean } from '../stats/statistics.ts'
import { stepReader } from '../stats/step-reader.ts'

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
  const ends = dayEnds(input)
  const equity = ends.map(stepReader(input.days.time, input.days.equity, input.initialBalance))
  const returns = returnsOf([input.initialBalance, ...equity])
  const perYear = input.calendar === 'always' ? 365 : 260
  const over = (statistic: (window: readonly number[]) => number | null): Values =>
    returns.map((_, i) => (i + 1 < days ? null : statistic(returns.slice(i + 1 - days, i + 1))))
  // As in the metrics of the run, a ruined account has no ratios, nor does one that never traded.
  const hasRatios = !input.ruined && hasTraded(input)
  const ratio = (statistic: (window: readonly number[]) => number | null): Values =>
    over((window) => (hasRatios ? statistic(window) : null))
  return {
    time: ends.map((end) => end - DAY),
    return: over(totalReturn),
    volatility: over((window) => deviation(window) * Math.sqrt(perYear)),
    sharpe: ratio((window) => sharpe(window, perYear)),
    sortino: ratio((window) => sortino(window, perYear)),
    maxDrawdown: over(deepest),
  }
}

function totalReturn(window: readonly number[]): number {
  return window.reduce((growth, value) => growth * (1 + value), 1) - 1
}

function sharpe(window: readonly number[], perYear: number): number | null {
  const spread = deviation(window)
  return spread < ZERO_DEVIATION ? null : ((mean(window) - RISK_FREE_RATE / perYear) / spread) * Math.sqrt(perYear)
}

function sortino(window: readonly number[], perYear: number): number | null {
  const target = MINIMUM_ACCEPTABLE_RETURN / perYear
  const spread = Math.sqrt(mean(window.map((value) => Math.min(0, value - target) ** 2)))
  return spread < ZERO_DEVIATION ? null : ((mean(window) - target) / spread) * Math.sqrt(perYear)
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
