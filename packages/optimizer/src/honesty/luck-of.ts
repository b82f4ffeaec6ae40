import { minimumTrackRecord, probabilisticSharpe, sharpeTarget, type TrialMoments } from '@tradeloom/metrics'

import type { Lattice } from '../lattice/lattice.ts'
import { bestTrial } from '../ranking/best-trial.ts'
import { compareTrials } from '../ranking/compare-trials.ts'
import { groupMoments } from './group-moments.ts'
import { histogramOf } from './histogram-of.ts'
import type { LuckTrial } from './luck-trial.ts'
import type { Luck, LuckAbility } from './luck.ts'
import { momentsOfTrials } from './moments-of-trials.ts'
import { overfittingOf } from './overfitting-of.ts'
import { edgeExternals } from './plateau/edge-externals.ts'
import { plateauBest } from './plateau/plateau-best.ts'
import { sharpeHistogram } from './sharpe-histogram.ts'
import { type SuperiorAbility, superiorAbility } from './superior-ability/superior-ability.ts'
import { withLineage } from './with-lineage.ts'

export interface LuckInput {
  readonly lattice: Lattice
  readonly trials: readonly LuckTrial[]
  readonly seed: number
  /** Days in a year of the instruments' calendar. */
  readonly perYear: number
  /** Moments of all other trials of the lineage. */
  readonly others?: TrialMoments
}

const MIN_DAYS = 10
const BINS = 40
/** Single precision from here on: 64 MB. */
const MANY_RETURNS = 8e6

/** The same on a server and in the terminal. A second for thousands of trials, half a minute for 100,000 of a year. */
export function luckOf({ lattice, trials, seed, perYear, others }: LuckInput): Luck {
  const ranked = trials.toSorted(compareTrials)
  const distinct = distinctTrials(ranked)
  const best = bestTrial(ranked)
  const days = distinct[0]?.dailyReturns.length ?? 0
  const samples = distinct.flatMap((trial) => trial.sample ?? [])
  const count = distinct.length + trials.filter(isCountedOnly).length
  const sample = best && best.dailyReturns.length >= MIN_DAYS ? best.sample : null
  const target = sharpeTarget(perYear)
  const panel = distinct.filter(({ dailyReturns }) => dailyReturns.length === days)
  const ownMoments = { ...momentsOfTrials(samples), count, groupings: groupMoments(groupedOf(panel), seed) }
  const overfitting = overfittingOf(
    panel.map(({ dailyReturns }) => dailyReturns),
    days,
  )
  const ability = days >= MIN_DAYS ? abilityOf(panel, days, seed) : null
  const own: Luck = {
    distinctTrials: count,
    days,
    perYear,
    lineageTrials: count,
    moments: ownMoments,
    best: best?.index ?? null,
    sample,
    sharpe: sample?.sharpe ?? null,
    probabilisticSharpe: sample && probabilisticSharpe(sample, target),
    deflatedSharpe: null,
    minimumTrackRecord: sample && minimumTrackRecord(sample, target),
    luckiestSharpe: null,
    plateauBest: plateauBest(lattice, trials)?.index ?? null,
    median: medianOf(ranked),
    edgeExternals: best ? edgeExternals(lattice, best.point) : [],
    overfittingProbability: overfitting?.probability ?? null,
    overfittingLogits: overfitting?.logits ?? null,
    superiorAbility: ability && pickAbility(ability),
    realityCheck: ability?.realityCheck ?? null,
    sharpes: sharpeHistogram(samples.map(({ sharpe }) => sharpe)),
  }
  return withLineage(own, others ?? { count: 0, rated: 0, mean: 0, squares: 0 })
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

/** Those with a ratio, as it counts among the moments. */
function groupedOf(panel: readonly LuckTrial[]) {
  return panel.flatMap(({ sample, dailyReturns: returns }) =>
    sample ? [{ value: sample.meanByDeviation * Math.sqrt(sample.periods - 1), returns }] : [],
  )
}

/** Tried, but without returns over the whole time: cut, ruined, or ended with an error, which may tell how it went. */
function isCountedOnly({ status, dailyReturns, isBeforePrices = false }: LuckTrial): boolean {
  return status !== 'Completed' ? !isBeforePrices : dailyReturns.length === 0
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
