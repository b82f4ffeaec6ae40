import type { OptimizationLuck } from '@tradeloom/contracts'
import { isAdaptive, type Luck, type TrialMoments, withLineage } from '@tradeloom/optimizer'
import type { ComputedLuck } from './luck-order.ts'
import { strategyOf, type StrategySettings } from '../optimizations/search-of.ts'

const YEAR = 365.25 * 86_400_000

type Viewed = StrategySettings & { readonly start: Date; readonly end: Date; readonly permutationCount: number }

/** As the page shows it, among all other trials of the lineage. */
export function viewLuck(
  { luck, sensitivity }: ComputedLuck,
  others: TrialMoments,
  optimization: Viewed,
): Omit<OptimizationLuck, 'state' | 'revision'> {
  const found = withLineage(luck, others)
  const years = (optimization.end.getTime() - optimization.start.getTime()) / YEAR
  const { overfittingLogits: logits, sharpes } = found
  return {
    distinctTrials: found.distinctTrials,
    days: found.days,
    lineageTrials: found.lineageTrials,
    daysPerYear: found.days === 0 ? 252 : found.days / years,
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

/** Figures that were kept earlier have no studentized test. */
function viewAbility(ability: Luck['superiorAbility']): OptimizationLuck['superiorAbility'] {
  if (!ability) return null
  const studentized = ability.studentized ?? null
  return {
    ...ability,
    studentized: studentized && {
      ...studentized,
      drawn: { ...studentized.drawn, counts: [...studentized.drawn.counts] },
    },
  }
}
