import { MINIMUM_ACCEPTABLE_RETURN, type MetricValue, none, type Sample, some } from './metric.ts'
import { ratioProblem, ZERO_DEVIATION } from './sharpe-ratio.ts'
import { mean } from './statistics.ts'

/** Mean return above the acceptable one by the deviation below it, over all periods, per period or a year. */
export function sortinoRatio(
  input: Sample,
  returns: readonly number[],
  { perYear, least, annualize, shown }: { perYear: number; least: number; annualize: boolean; shown: boolean },
): MetricValue {
  const n = returns.length
  const problem = ratioProblem(input, returns, least)
  if (problem) return none(problem, n)
  const target = MINIMUM_ACCEPTABLE_RETURN / perYear
  let squares = 0
  for (const value of returns) squares += Math.min(0, value - target) ** 2
  const spread = Math.sqrt(squares / n)
  if (spread < ZERO_DEVIATION) return none('zero-deviation', n)
  const ratio = (mean(returns) - target) / spread
  return some(ratio * (annualize ? Math.sqrt(perYear) : 1), n, { shown })
}
