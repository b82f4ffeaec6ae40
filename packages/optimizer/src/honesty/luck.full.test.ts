import { createRandom } from '@tradeloom/domain'
import { overfittingProbability } from '@tradeloom/metrics'
import { describe, expect, it } from 'vitest'

import { deflatedSharpe } from './deflated-sharpe.ts'
import { momentsOfTrials } from './moments-of-trials.ts'
import { probabilisticSharpe } from './probabilistic-sharpe.ts'
import { sharpeSampleOf } from './sharpe-sample-of.ts'
import type { SharpeSample } from './sharpe-sample.ts'
import { superiorAbility } from './superior-ability/superior-ability.ts'

const [ALGORITHMS, DAYS, SEEDS] = [1_000, 500, 20]

/**
 * Daily returns of algorithms that go long, short or flat at random on a random walk. The first one also earns `edge`
 * deviations of its returns a day.
 */
function randomAlgorithms(seed: number, edge: number) {
  const random = createRandom(seed)
  const market = Float64Array.from({ length: DAYS }, () => (random() + random() + random() + random() - 2) / 50)
  const returns = new Float64Array(ALGORITHMS * DAYS)
  for (let algorithm = 0; algorithm < ALGORITHMS; algorithm++) {
    let side = 0
    for (let day = 0; day < DAYS; day++) {
      if (random() < 0.2) side = Math.floor(random() * 3) - 1
      returns[algorithm * DAYS + day] = side * (market[day] as number)
    }
  }
  // Two thirds of the days are traded, with a deviation of 1 / sqrt(3) / 50.
  const step = (edge * Math.sqrt(2 / 3)) / Math.sqrt(3) / 50
  for (let day = 0; day < DAYS; day++) returns[day] = (returns[day] as number) + step
  return { returns, trials: ALGORITHMS, days: DAYS }
}

/** The algorithms of a seed with the verdicts on the best Sharpe ratio. */
function judge(seed: number, edge: number) {
  const panel = randomAlgorithms(seed, edge)
  const rows = Array.from({ length: ALGORITHMS }, (_, k) => panel.returns.subarray(k * DAYS, (k + 1) * DAYS))
  const samples = rows.map((row) => sharpeSampleOf(row) as SharpeSample)
  const best = samples.reduce((a, b) => (b.sharpe > a.sharpe ? b : a))
  return {
    seed,
    panel,
    rows,
    looksGood: probabilisticSharpe(best, 0) > 0.95,
    isDeflatedGood: deflatedSharpe(best, momentsOfTrials(samples)).probability > 0.95,
  }
}
type Judged = ReturnType<typeof judge>

const overfitting = ({ rows }: Judged) =>
  overfittingProbability.compute({ trials: rows.map((row) => [...row]), perYear: Infinity, blocks: 8 }).value as number
const realityCheck = ({ panel, seed }: Judged) => superiorAbility(panel, { seed, draws: 200 })?.realityCheck as number

const judged = (edge: number, seeds: number) => Array.from({ length: seeds }, (_, k) => judge(100 + k, edge))
const share = (verdicts: readonly boolean[]) => verdicts.filter(Boolean).length / verdicts.length
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('the best of 1,000 random algorithms', () => {
  it('looks good by its own Sharpe ratio, but not once the trials are counted', () => {
    const found = judged(0, SEEDS)
    expect(share(found.map(({ looksGood }) => looksGood))).toBe(1)
    expect(share(found.map(({ isDeflatedGood }) => isDeflatedGood))).toBeLessThanOrEqual(0.05)
  })

  it('is as often below the median later as above it, and does not pass the Reality Check', () => {
    const found = judged(0, 10)
    expect(Math.abs(mean(found.map(overfitting)) - 0.5)).toBeLessThan(0.2)
    expect(share(found.map((one) => realityCheck(one) <= 0.05))).toBe(0)
  })

  // Sharpe ratios of 1.6, 3.8 and 6.3 a year of 250 days. Two years of data find the middle one in some of the cases.
  it.each([
    [0.1, 0, 0.3],
    [0.24, 0.4, 1],
    [0.4, 1, 1],
  ])('with a planted edge of %f deviations a day passes as often as such data allows', (edge, least, most) => {
    const found = judged(edge, 8)
    const power = share(found.map(({ isDeflatedGood }) => isDeflatedGood))
    expect(power).toBeGreaterThanOrEqual(least)
    expect(power).toBeLessThanOrEqual(most)
  })

  it('with a planted edge that two years show keeps winning, and passes the Reality Check', () => {
    const found = judged(0.4, 5)
    expect(Math.max(...found.map(overfitting))).toBeLessThan(0.05)
    expect(Math.max(...found.map(realityCheck))).toBeLessThan(0.05)
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
    return overfittingProbability.compute({ trials, perYear: Infinity, blocks: 16 }).value as number
  }

  it('has published values without an edge and with one', () => {
    const without = Array.from({ length: 6 }, (_, seed) => study(seed + 1, () => 0))
    expect(Math.abs(mean(without) - 0.476)).toBeLessThan((3 * 0.137) / Math.sqrt(6))
    const withEdge = Array.from({ length: 3 }, (_, seed) => study(seed + 1, (trial) => (trial < 20 ? 0.15 : 0)))
    expect(mean(withEdge)).toBeLessThan(0.01)
  })
})
