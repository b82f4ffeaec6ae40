import { ratioProblem } from '../guards.ts'
import { type MetricValue, none, some } from '../metric.ts'
import type { ReturnSeries } from './return-series.ts'
import type { Sample } from './sample.ts'
import { sharpeError } from './sharpe-error.ts'

/** Half the width of a 95% interval in standard errors. */
export const INTERVAL_ERRORS = 1.96

/** The Sharpe ratio per period or annualized, with its standard-error interval. */
export function sharpeRatio(
  sample: Sample,
  { returns, perYear, sharpe }: ReturnSeries,
  { least, annualize, shown }: { least: number; annualize: boolean; shown: boolean },
): MetricValue {
  const n = returns.length
  const problem = ratioProblem(sample, returns, least)
  if (problem) return none(problem, n)
  const found = sharpe()
  if (found === null) return none('zero-deviation', n)
  const ratio = found.sharpe
  const margin = INTERVAL_ERRORS * sharpeError(found)
  const factor = annualize ? Math.sqrt(perYear) : 1
  return some(ratio * factor, n, { interval: [(ratio - margin) * factor, (ratio + margin) * factor], shown })
}
