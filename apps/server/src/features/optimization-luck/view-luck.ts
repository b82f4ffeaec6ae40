import type { OptimizationLuck } from '@tradeloom/contracts'
import type { TrialMoments } from '@tradeloom/metrics'
import { type ComputedLuck, isAdaptive, type Luck, withLineage } from '@tradeloom/optimizer'
import { strategyOf, type StrategySettings } from '../optimizations/search-of.ts'

type Viewed = StrategySettings & { readonly permutationCount: number }

/** As the page shows it, among all other trials of the lineage. */
export function viewLuck(
  { luck, sensitivity }: ComputedLuck,
  others: TrialMoments,
  optimization: Viewed,
): Omit<OptimizationLuck, 'state' | 'revision'> {
  const found = withLineage(luck, others)
  const { overfittingLogits: logits, sharpes } = found
  return {
    distinctTrials: found.distinctTrials,
    days: found.days,
    lineageTrials: found.lineageTrials,
    best: bestOf(found),
    luckiestSharpe: found.luckiestSharpe,
    plateauIndex: found.plateauBest,
    medianIndex: found.median,
    edgeExternals: [...found.edgeExternals],
    overfitting:
      found.overfittingProbability === null || logits === null
        ? null
        : {
            probability: found.overfittingProbability,
            blocks: logits.blocks,
            leftOut: logits.leftOut,
            histogram: [...logits.counts],
            from: logits.from,
            to: logits.to,
          },
    isAdaptive: isAdaptive(strategyOf(optimization), optimization.permutationCount),
    superiorAbility: viewAbility(found.superiorAbility),
    realityCheck: found.realityCheck,
    sharpes: sharpes && { ...sharpes, counts: [...sharpes.counts] },
    sensitivity: sensitivity.map((curve) => ({ ...curve, points: [...curve.points] })),
  }
}

function bestOf({ best, sharpe, probabilisticSharpe, deflatedSharpe, minimumTrackRecord }: Luck) {
  return best === null ? null : { index: best, sharpe, probabilisticSharpe, deflatedSharpe, minimumTrackRecord }
}

function viewAbility(ability: Luck['superiorAbility']): OptimizationLuck['superiorAbility'] {
  if (!ability) return null
  const { studentized } = ability
  return {
    ...ability,
    studentized: studentized && {
      ...studentized,
      drawn: { ...studentized.drawn, counts: [...studentized.drawn.counts] },
    },
  }
}
