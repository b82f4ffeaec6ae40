import { deflatedSharpe } from './deflated-sharpe.ts'
import type { Luck } from './luck.ts'
import { mergeMoments } from './merge-moments.ts'
import type { TrialMoments } from './trial-moments.ts'

/** The luck of an optimization among all other trials of its lineage, which may have grown since it was computed. */
export function withLineage(luck: Luck, others: TrialMoments): Luck {
  const lineage = mergeMoments([others, luck.moments])
  const deflated = luck.sample && deflatedSharpe(luck.sample, lineage)
  return {
    ...luck,
    lineageTrials: lineage.count,
    deflatedSharpe: deflated?.probability ?? null,
    luckiestSharpe: deflated?.threshold ?? null,
  }
}
