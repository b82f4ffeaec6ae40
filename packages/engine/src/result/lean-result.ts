import { computeMetrics, dailyGrid } from '@tradeloom/metrics'

import { metricInputOf } from './metric-input-of.ts'

/** Points of the small equity chart of a run. */
const SPARKLINE_POINTS = 48

/** What a parameter sweep keeps of a run. */
export interface LeanResult {
  readonly profit: number
  readonly profitPercentage: number
  readonly positionCount: number
  readonly maxDrawdown: number
  readonly maxDrawdownPercentage: number
  /** The wanted metrics by key; null where one has no value. */
  readonly metrics: Readonly<Record<string, number | null>>
  /** Of the days that all daily metrics use; empty if the account was ruined: its returns would mean nothing. */
  readonly dailyReturns: Float64Array
  /** Equity at the ends of equal parts of the run, as a multiple of the initial balance. */
  readonly sparkline: Float32Array
  /** Equal for runs that traded the same. */
  readonly ledgerHash: string
}

/** The parts of a result that a lean one is made of. */
export type LeanParts = Parameters<typeof metricInputOf>[0] & {
  readonly statistics: Pick<
    LeanResult,
    'profit' | 'profitPercentage' | 'positionCount' | 'maxDrawdown' | 'maxDrawdownPercentage'
  >
  readonly ledgerHash: string
}

/** The lean result with the metrics of these keys. */
export function leanResult(parts: LeanParts, keys: readonly string[]): LeanResult {
  const { basis, days, equityCurve, ledgerHash } = parts
  const { profit, profitPercentage, positionCount, maxDrawdown, maxDrawdownPercentage } = parts.statistics
  const metrics = keys.length === 0 ? {} : computeMetrics(metricInputOf(parts), { intervals: false, keys })
  return {
    profit,
    profitPercentage,
    positionCount,
    maxDrawdown,
    maxDrawdownPercentage,
    metrics: Object.fromEntries(keys.map((key) => [key, metrics[key]?.value ?? null])),
    dailyReturns: basis.ruined ? new Float64Array(0) : Float64Array.from(dailyGrid({ ...basis, days }).returns),
    sparkline: sparklineOf(equityCurve, basis),
    ledgerHash,
  }
}

function sparklineOf(
  { time, equity }: LeanParts['equityCurve'],
  { start, end, initialBalance }: LeanParts['basis'],
): Float32Array {
  const points = new Float32Array(SPARKLINE_POINTS)
  let at = 0
  for (let point = 0; point < SPARKLINE_POINTS; point++) {
    const until = start + ((end - start) * (point + 1)) / SPARKLINE_POINTS
    while (at + 1 < time.length && (time[at + 1] as number) <= until) at++
    points[point] = (equity[at] as number) / initialBalance
  }
  return points
}
