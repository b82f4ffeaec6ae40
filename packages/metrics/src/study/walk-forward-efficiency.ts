import { none, some } from '../metric.ts'
import { compounded } from '../stats/statistics.ts'
import type { StudyMetric } from './study-metric.ts'

/** Returns per period, consecutively: of the optimized windows, and of those that followed them. */
export interface WalkForwardInput {
  readonly inSample: readonly number[]
  readonly outOfSample: readonly number[]
  /** Calendar days of all optimized windows, and of all that followed. */
  readonly inSampleDays: number
  readonly outOfSampleDays: number
}

const DAYS_PER_YEAR = 365.25

export const walkForwardEfficiency: StudyMetric<WalkForwardInput> = {
  key: 'walkForwardEfficiency',
  title: 'Walk-forward efficiency',
  unit: 'ratio',
  better: 'higher',
  description: 'How much of the annual return of the optimized windows was left in the windows that followed.',
  formula: 'annualized out-of-sample return / annualized in-sample return, both compounded; none unless the latter > 0',
  source: 'Pardo (2008)',
  compute: ({ inSample, outOfSample, inSampleDays, outOfSampleDays }) => {
    const n = outOfSample.length
    if (n === 0 || inSample.length === 0) return none('too-few', n)
    const before = annualized(inSample, inSampleDays)
    return before > 0 ? some(annualized(outOfSample, outOfSampleDays) / before, n) : none('not-positive', n)
  },
}

function annualized(returns: readonly number[], days: number): number {
  return compounded(returns, (returns.length * DAYS_PER_YEAR) / days)
}
