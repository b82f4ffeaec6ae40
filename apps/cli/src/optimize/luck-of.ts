import { overfittingProbability } from '@tradeloom/metrics'
import {
  compareTrials,
  deflatedSharpe,
  edgeExternals,
  type Lattice,
  momentsOfTrials,
  plateauScores,
  probabilisticSharpe,
  sharpeSampleOf,
  superiorAbility,
} from '@tradeloom/optimizer'

import type { EvaluatedTrial } from './evaluated-trial.ts'

/** How much of the best result luck explains. Null where the data does not suffice. */
export interface Luck {
  /** Trials that traded differently. */
  readonly distinctTrials: number
  readonly days: number
  /** Per day, of the best trial. */
  readonly sharpe: number | null
  /** Probability that its true Sharpe ratio is above 0. */
  readonly probabilisticSharpe: number | null
  /** Best Sharpe ratio per day that luck explains among this many trials. */
  readonly luckiestSharpe: number | null
  readonly deflatedSharpe: number | null
  readonly overfittingProbability: number | null
  /** p values against not trading. */
  readonly superiorAbility: { readonly lower: number; readonly consistent: number; readonly upper: number } | null
  readonly realityCheck: number | null
  /** Externals whose best value lies at the end of its range. */
  readonly edgeExternals: readonly string[]
  /** Index of the trial with the best surroundings. */
  readonly plateauBest: number | null
}

const MIN_DAYS = 10
const MAX_BLOCKS = 16

export function luckOf(lattice: Lattice, trials: readonly EvaluatedTrial[], seed: number): Luck {
  const ranked = trials.toSorted(compareTrials)
  const distinct = distinctTrials(ranked)
  const [best] = distinct
  const days = best?.dailyReturns.length ?? 0
  const samples = distinct.flatMap(({ dailyReturns }) => sharpeSampleOf(dailyReturns) ?? [])
  const sample = best && days >= MIN_DAYS ? sharpeSampleOf(best.dailyReturns) : null
  const deflated = sample && deflatedSharpe(sample, momentsOfTrials(samples))
  const panel = distinct.filter(({ dailyReturns }) => dailyReturns.length === days)
  const ability = days >= MIN_DAYS ? abilityOf(panel, days, seed) : null
  const scores = plateauScores(lattice, trials)
  const highest = scores.reduce<number | null>((a, b) => (b === null || (a !== null && a >= b) ? a : b), null)
  const plateau = highest === null ? -1 : scores.indexOf(highest)
  return {
    distinctTrials: distinct.length,
    days,
    sharpe: sample?.sharpe ?? null,
    probabilisticSharpe: sample && probabilisticSharpe(sample, 0),
    luckiestSharpe: deflated?.threshold ?? null,
    deflatedSharpe: deflated?.probability ?? null,
    overfittingProbability: overfittingOf(panel, days),
    superiorAbility: ability && { lower: ability.lower, consistent: ability.consistent, upper: ability.upper },
    realityCheck: ability?.realityCheck ?? null,
    edgeExternals: best ? edgeExternals(lattice, best.point) : [],
    plateauBest: trials[plateau]?.index ?? null,
  }
}

/** The best trial of each way of trading: an external that the script ignores would count as many trials. */
function distinctTrials(ranked: readonly EvaluatedTrial[]): EvaluatedTrial[] {
  const seen = new Set<string>()
  return ranked.filter(({ ledgerHash, dailyReturns }) => {
    if (ledgerHash === null || dailyReturns.length === 0 || seen.has(ledgerHash)) return false
    seen.add(ledgerHash)
    return true
  })
}

function abilityOf(trials: readonly EvaluatedTrial[], days: number, seed: number) {
  const returns = Float64Array.from(trials.flatMap(({ dailyReturns }) => dailyReturns))
  return superiorAbility({ returns, trials: trials.length, days }, { seed })
}

/** At least two days a block. */
function overfittingOf(trials: readonly EvaluatedTrial[], days: number): number | null {
  const blocks = Math.min(MAX_BLOCKS, 2 * Math.floor(days / 4))
  if (blocks < 2) return null
  const input = { trials: trials.map(({ dailyReturns }) => dailyReturns), perYear: Infinity, blocks }
  return overfittingProbability.compute(input).value
}
