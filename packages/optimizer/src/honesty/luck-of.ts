import type { Lattice } from '../lattice/lattice.ts'
import { bestTrial } from '../ranking/best-trial.ts'
import { compareTrials } from '../ranking/compare-trials.ts'
import { countedMoments } from './counted-moments.ts'
import { histogramOf } from './histogram-of.ts'
import type { LuckTrial } from './luck-trial.ts'
import type { Luck, LuckAbility } from './luck.ts'
import { minimumTrackRecord } from './minimum-track-record.ts'
import { momentsOfTrials } from './moments-of-trials.ts'
import { overfittingOf } from './overfitting-of.ts'
import { edgeExternals } from './plateau/edge-externals.ts'
import { plateauBest } from './plateau/plateau-best.ts'
import { probabilisticSharpe } from './probabilistic-sharpe.ts'
import { sharpeSampleOf } from './sharpe-sample-of.ts'
import { type SuperiorAbility, superiorAbility } from './superior-ability/superior-ability.ts'
import type { TrialMoments } from './trial-moments.ts'
import { withLineage } from './with-lineage.ts'

export interface LuckInput {
  readonly lattice: Lattice
  readonly trials: readonly LuckTrial[]
  readonly seed: number
  /** Moments of all other trials of the lineage. */
  readonly others?: TrialMoments
}

const MIN_DAYS = 10
const BINS = 40
/** Single precision from here on: 64 MB. */
const MANY_RETURNS = 8e6

/** The same on a server and in the terminal. A second for thousands of trials, half a minute for 100,000 of a year. */
export function luckOf({ lattice, trials, seed, others }: LuckInput): Luck {
  const ranked = trials.toSorted(compareTrials)
  const distinct = distinctTrials(ranked)
  const best = bestTrial(ranked)
  const days = distinct[0]?.dailyReturns.length ?? 0
  const samples = distinct.flatMap(({ dailyReturns }) => sharpeSampleOf(dailyReturns) ?? [])
  const count = distinct.length + trials.filter(isCountedOnly).length
  const ownMoments = countedMoments(momentsOfTrials(samples), count - samples.length)
  const sample = best && best.dailyReturns.length >= MIN_DAYS ? sharpeSampleOf(best.dailyReturns) : null
  const panel = distinct.filter(({ dailyReturns }) => dailyReturns.length === days)
  const overfitting = overfittingOf(
    panel.map(({ dailyReturns }) => dailyReturns),
    days,
  )
  const ability = days >= MIN_DAYS ? abilityOf(panel, days, seed) : null
  const own: Luck = {
    distinctTrials: count,
    days,
    lineageTrials: count,
    moments: ownMoments,
    best: best?.index ?? null,
    sample,
    sharpe: sample?.sharpe ?? null,
    probabilisticSharpe: sample && probabilisticSharpe(sample, 0),
    deflatedSharpe: null,
    minimumTrackRecord: sample && minimumTrackRecord(sample, 0),
    luckiestSharpe: null,
    plateauBest: plateauBest(lattice, trials)?.index ?? null,
    median: medianOf(ranked),
    edgeExternals: best ? edgeExternals(lattice, best.point) : [],
    overfittingProbability: overfitting?.probability ?? null,
    overfittingLogits: overfitting?.logits ?? null,
    superiorAbility: ability && pickAbility(ability),
    realityCheck: ability?.realityCheck ?? null,
    sharpes: histogramOf(
      samples.map(({ sharpe }) => ({ value: sharpe, weight: 1 })),
      BINS,
    ),
  }
  return withLineage(own, others ?? { count: 0, mean: 0, squares: 0 })
}

/** The best trial of each way of trading: an external that the script ignores would count as many trials. */
function distinctTrials(ranked: readonly LuckTrial[]): LuckTrial[] {
  const seen = new Set<string>()
  return ranked.filter(({ ledgerHash, dailyReturns }) => {
    if (ledgerHash === null || dailyReturns.length === 0 || seen.has(ledgerHash)) return false
    seen.add(ledgerHash)
    return true
  })
}

/** Tried, but without returns over the whole time: cut, or ruined. */
function isCountedOnly({ status, dailyReturns }: LuckTrial): boolean {
  return status === 'Cut' || (status === 'Completed' && dailyReturns.length === 0)
}

/** Of all completed trials with an objective, whether they keep the constraints or not. */
function medianOf(ranked: readonly LuckTrial[]): number | null {
  const completed = ranked.filter(({ status, scores }) => status === 'Completed' && (scores[0] ?? null) !== null)
  return completed[Math.floor((completed.length - 1) / 2)]?.index ?? null
}

function pickAbility({ lower, consistent, upper, studentized }: SuperiorAbility): LuckAbility {
  // A draw without any deviation is beyond every bound.
  const values = Array.from(studentized?.drawn ?? [], (value) => ({ value, weight: 1 }))
  const drawn = histogramOf(
    values.filter(({ value }) => Number.isFinite(value)),
    BINS,
  )
  return { lower, consistent, upper, studentized: studentized && drawn && { ...studentized, drawn } }
}

function abilityOf(trials: readonly LuckTrial[], days: number, seed: number) {
  const size = trials.length * days
  const returns = size > MANY_RETURNS ? new Float32Array(size) : new Float64Array(size)
  for (const [k, { dailyReturns }] of trials.entries()) returns.set(dailyReturns, k * days)
  return superiorAbility({ returns, trials: trials.length, days }, { seed, level: null })
}
