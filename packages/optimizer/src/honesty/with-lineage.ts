import { luckiestSharpe, probabilisticSharpe, type TrialMoments } from '@tradeloom/metrics'

import type { Luck } from './luck.ts'
import { mergeMoments } from './merge-moments.ts'

/** The luck of an optimization among all other trials of its lineage, which may have grown since it was computed. */
export function withLineage(luck: Luck, others: TrialMoments): Luck {
  const { sample, moments } = luck
  const lineage = mergeMoments([others, moments])
  const luckiest = sample && luckiestSharpe(lineage, sample.periods)
  return {
    ...luck,
    lineageTrials: lineage.count,
    deflatedSharpe: sample && luckiest !== null ? probabilisticSharpe(sample, luckiest) : null,
    luckiestSharpe: luckiest,
  }
}
