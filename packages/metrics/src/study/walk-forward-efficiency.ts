import { none, some } from '../metric.ts'
import { compounded } from '../stats/statistics.ts'
import type { StudyMetric } from './study-metric.ts'

/** Returns per period, consecutively: of the optimized windows, and of those that followed them. */
export interface WalkForwardInput {
  readonly inSample: readonly number[]
  readonly outOfSample: readonly number[]
  readonly perYear: number
}

export const walkForwardEfficiency: StudyMetric<WalkForwardInput> = {
  key: 'walkForwardEfficiency',
  title: 'Walk-forward efficiency',
  unit: 'ratio',
  better: 'higher',
  description: 'How much of the annual return of the optimized windows was left in the windows that followed.',
  formula: 'annualized out-of-sample return / annualized in-sample return, both compounded; none unless the latter > 0',
  source: 'Pardo (2008)',
  compute: ({ inSample, outOfSample, perYear }) => {
    const n = outOfSample.length
    if (n === 0 || inSample.length === 0) return none('too-few', n)
    const before = compounded(inSample, perYear)
    return before > 0 ? some(compounded(outOfSample, perYear) / before, n) : none('not-positive', n)
  },
}
