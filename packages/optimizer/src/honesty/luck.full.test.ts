import { createRandom } from '@tradeloom/domain'
import { luckiestSharpe, overfittingProbability, probabilisticSharpe, sharpeSample } from '@tradeloom/metrics'
import { describe, expect, it } from 'vitest'

import { momentsOfTrials } from './moments-of-trials.ts'
import { overfittingOf } from './overfitting-of.ts'
import { type PanelKind, randomPanel } from './random-panel.fixture.ts'
import { superiorAbility } from './superior-ability/superior-ability.ts'

const [TRIALS, SEEDS] = [1_000, 20]
/** With a true level of 5%, more than this of 20 seeds have a probability of 0.3%. */
const MOST = 4
/** As of a market that rests on weekends. */
const PER_YEAR = 260

interface Case {
  readonly kind?: PanelKind
  readonly days: number
  readonly edge?: number
  readonly trials?: number
}

function panelOf({ kind = 'algorithms', days, edge = 0, trials = TRIALS }: Case, seed: number) {
  const panel = randomPanel(kind, { trials, days }, seed, edge)
  return { panel, rows: Array.from({ length: trials }, (_, k) => panel.returns.subarray(k * days, (k + 1) * days)) }
}

/** How likely the best of the trials is among the worse half of later days. */
const overfitting = (one: Case, seed: number) => overfittingOf(panelOf(one, seed).rows, one.days)?.probability as number

function judge(one: Case, seed: number) {
  const { panel, rows } = panelOf(one, seed)
  const samples = rows.flatMap((row) => sharpeSample(row, PER_YEAR) ?? [])
  const best = samples.reduce((a, b) => (b.sharpe > a.sharpe ? b : a))
  const luckiest = luckiestSharpe(momentsOfTrials(samples), best.periods)
  const ability = superiorAbility(panel, { seed, draws: 200, level: null })
  return {
    looksGood: probabilisticSharpe(best, 0) > 0.95,
    deflated: probabilisticSharpe(best, luckiest) > 0.95,
    realityCheck: (ability?.realityCheck ?? 1) <= 0.05,
    hansen: (ability?.consistent ?? 1) <= 0.05,
    studentized: (ability?.studentized?.p ?? 1) <= 0.05,
  }
}

type Judged = ReturnType<typeof judge>

const forSeeds = <T>(seeds: number, compute: (seed: number) => T): T[] =>
  Array.from({ length: seeds }, (_, k) => compute(500 + k))
const known = new Map<string, Judged[]>()
/** Two of the tests look at the same repeats. */
function judged(one: Case, seeds = SEEDS): Judged[] {
  const key = JSON.stringify([one, seeds])
  const found = known.get(key) ?? forSeeds(seeds, (seed) => judge(one, seed))
  known.set(key, found)
  return found
}
const countOf = (found: readonly Judged[], key: 'looksGood' | 'deflated' | 'realityCheck' | 'hansen' | 'studentized') =>
  found.filter((one) => one[key]).length
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('the best of 1,000 trials without an edge', () => {
  it.each([
    { days: 250 },
    { days: 500 },
    { days: 1_000 },
    { kind: 'rare trades' as const, days: 250 },
    { kind: 'heavy tails' as const, days: 250 },
    { kind: 'rare losses' as const, days: 250 },
  ])('passes each test in at most one of twenty repeats: %j', (one) => {
    const found = judged(one)
    expect(countOf(found, 'deflated')).toBeLessThanOrEqual(MOST)
    expect(countOf(found, 'realityCheck')).toBeLessThanOrEqual(MOST)
    expect(countOf(found, 'studentized')).toBeLessThanOrEqual(MOST)
  })

  it("looks good by its own Sharpe ratio, and passes Hansen's test more often than stated", () => {
    const found = judged({ days: 250 })
    expect(countOf(found, 'looksGood')).toBe(SEEDS)
    // What the studentized form is for: a level of 5% would give more than this in 0.3% of such tests.
    expect(countOf(found, 'hansen')).toBeGreaterThan(MOST)
  })

  it('has the worse half of later days as often as the better one', () => {
    const probabilities = forSeeds(6, (seed) => overfitting({ days: 500 }, seed))
    expect(Math.abs(mean(probabilities) - 0.5)).toBeLessThan(0.2)
    expect(Math.min(...probabilities)).toBeGreaterThan(0.05)
  })
})

it('the winner of two halves of few trials without an edge keeps winning in at most 5% of the repeats', () => {
  const isLow = (trials: number) => (seed: number) => overfitting({ days: 250, trials }, seed) <= 0.05
  // The fewer the trials, the wider the probability spreads: that of two is anything from 0 to 1.
  for (const trials of [2, 5, 20]) {
    const seeds = Array.from({ length: 60 }, (_, k) => 900 + k)
    // With a true level of 5%, more than 9 of 60 have a probability of 0.1%.
    expect(seeds.filter(isLow(trials)).length).toBeLessThanOrEqual(9)
  }
})

describe('a trial with an edge among 1,000', () => {
  // Sharpe ratios of 1.6, 3.2 and 4.8 a year of 250 days, over two years.
  it.each([
    { edge: 0.1, least: 0, most: 6 },
    { edge: 0.2, least: 4, most: 18 },
    { edge: 0.3, least: 18, most: 20 },
  ])('passes as often as such data allows: %j', ({ edge, least, most }) => {
    const found = judged({ days: 500, edge })
    for (const key of ['studentized', 'realityCheck'] as const) {
      expect(countOf(found, key)).toBeGreaterThanOrEqual(least)
      expect(countOf(found, key)).toBeLessThanOrEqual(most)
    }
    // The deflated Sharpe ratio is the strictest of them.
    expect(countOf(found, 'deflated')).toBeLessThanOrEqual(countOf(found, 'studentized') + 1)
  })

  it('keeps winning once its edge is large', () => {
    const probabilities = forSeeds(4, (seed) => overfitting({ days: 500, edge: 0.4 }, seed))
    for (const probability of probabilities) expect(probability).toBeLessThan(0.05)
  })

  it('is found by the studentized test, not by the Reality Check, where it trades rarely', () => {
    // The first of them trades every day, with a small deviation beside the others.
    const one = { kind: 'rare trades' as const, days: 500, edge: 0.3 }
    expect(countOf(judged(one, 8), 'studentized')).toBeGreaterThanOrEqual(6)
  })
})

describe('the probability of overfitting', () => {
  /** As in the simulations of Soloviov (2026): 200 trials of 1,000 returns. */
  const study = (seed: number, edge: (trial: number) => number) => {
    const random = createRandom(seed)
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    const trials = Array.from({ length: 200 }, (_, trial) =>
      Array.from({ length: 1_000 }, () => (normal() + edge(trial)) / 100),
    )
    return overfittingProbability.compute({ trials, blocks: 16 }).value as number
  }

  it('has published values without an edge and with one', () => {
    const without = Array.from({ length: 6 }, (_, seed) => study(seed + 1, () => 0))
    expect(Math.abs(mean(without) - 0.476)).toBeLessThan((3 * 0.137) / Math.sqrt(6))
    const withEdge = Array.from({ length: 3 }, (_, seed) => study(seed + 1, (trial) => (trial < 20 ? 0.15 : 0)))
    expect(mean(withEdge)).toBeLessThan(0.01)
  })
})
