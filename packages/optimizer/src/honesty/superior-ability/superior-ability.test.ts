import { createRandom } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { stationaryDraws } from './stationary-draws.ts'
import { superiorAbility } from './superior-ability.ts'

const [TRIALS, DAYS] = [10, 250]

function panelOf(edge: (trial: number) => number, trials = TRIALS) {
  const random = createRandom(2005)
  const returns = Float64Array.from({ length: trials * DAYS }, (_, k) => {
    const noise = (random() + random() + random() - 1.5) / 50
    return noise + edge(Math.floor(k / DAYS))
  })
  return { returns, trials, days: DAYS }
}

describe('the tests of superior ability', () => {
  it.each([
    ['no edge', () => 0, 1.546299, 0.535, [0.388, 0.465, 0.465]],
    ['an edge in one trial', (k: number) => (k === 3 ? 0.002 : 0), 3.764091, 0.001, [0.001, 0.001, 0.001]],
    [
      'a small edge among trials that lose',
      (k: number) => (k === 3 ? 0.0012 : k >= 5 ? -0.01 : 0),
      2.618145,
      0.029,
      [0.017, 0.02, 0.045],
    ],
  ] as const)('have the reference values for %s', (_, edge, statistic, realityCheck, bounds) => {
    const found = superiorAbility(panelOf(edge), { seed: 1, draws: 10_000 })
    expect(found?.statistic).toBeCloseTo(statistic, 6)
    const values = [found?.realityCheck, found?.lower, found?.consistent, found?.upper] as number[]
    for (const [k, value] of [realityCheck, ...bounds].entries())
      expect(Math.abs((values[k] as number) - value)).toBeLessThan(0.015)
    expect(found?.superior).toEqual(bounds[1] < 0.05 ? [3] : [])
  })

  it('find further superior trials once the best ones are set aside', () => {
    const panel = panelOf((k) => (k === 0 ? 0.004 : k === 1 ? 0.0016 : k > 20 ? -0.02 : 0), 40)
    const found = superiorAbility(panel, { seed: 1, draws: 2_000 })
    expect(found?.superior.slice(0, 2)).toEqual([0, 1])
  })

  it('never find an edge where every trial loses', () => {
    const found = superiorAbility(
      panelOf((k) => -0.004 - 0.001 * k),
      { seed: 1, draws: 500 },
    )
    expect(found).toMatchObject({
      statistic: 0,
      lower: 1,
      consistent: 1,
      upper: 1,
      studentized: { p: 1, statistic: 0 },
      superior: [],
    })
    expect(found?.realityCheck).toBeGreaterThan(0.5)
  })

  it('judge trials by the deviation of their own days in every draw, unless they traded on too few', () => {
    const panel = panelOf((k) => (k === 3 ? 0.002 : 0))
    const found = superiorAbility(panel, { seed: 1, draws: 2_000 })?.studentized
    expect(found?.p).toBeLessThan(0.01)
    expect(found?.drawn).toHaveLength(2_000)
    const row = panel.returns.subarray(3 * DAYS, 4 * DAYS)
    const mean = row.reduce((sum, value) => sum + value, 0) / DAYS
    const deviation = Math.sqrt(row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / DAYS)
    expect(found?.statistic).toBeCloseTo((Math.sqrt(DAYS) * mean) / deviation, 10)
    // A trial that won on each of its three days would beat all others.
    const rare = Float64Array.from(panel.returns, (value, k) =>
      k < DAYS && k % 100 === 0 ? 1 + value : k < DAYS ? 0 : value,
    )
    expect(superiorAbility({ ...panel, returns: rare }, { seed: 1, draws: 2_000 })?.studentized?.statistic).toBe(
      found?.statistic,
    )
    expect(superiorAbility({ returns: rare, trials: 1, days: DAYS }, { seed: 1, draws: 100 })?.studentized).toBe(null)
  })

  it('leave out trials whose returns do not vary', () => {
    const panel = panelOf(() => 0)
    const flat = new Float64Array(DAYS).fill(0.5)
    const returns = Float64Array.from([...flat, ...panel.returns])
    const options = { seed: 4, draws: 500 }
    expect(superiorAbility({ ...panel, returns, trials: TRIALS + 1 }, options)).toEqual(superiorAbility(panel, options))
    expect(superiorAbility({ returns: flat, trials: 1, days: DAYS }, options)).toBe(null)
  })
})

it('the stationary bootstrap draws every day equally often, in blocks of the wanted mean length', () => {
  const [days, draws] = [40, 2_000]
  const countsOf = (restart: number) => {
    const { offsets, starts, ends } = stationaryDraws(days, { draws, restart, seed: 9 })
    const counts = new Float64Array(draws * days)
    for (let draw = 0; draw < draws; draw++)
      for (let block = offsets[draw] as number; block < (offsets[draw + 1] as number); block++)
        for (let day = starts[block] as number; day < (ends[block] as number); day++)
          counts[draw * days + (day % days)]! += 1
    return { counts, blocks: starts.length }
  }
  const { counts, blocks } = countsOf(0.1)
  const total = Array.from({ length: days }, () => 0)
  for (const [k, count] of counts.entries()) total[k % days]! += count
  for (const count of total) expect(Math.abs(count / draws - 1)).toBeLessThan(0.15)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(days * draws)
  expect(blocks / draws).toBeCloseTo(1 + (days - 1) * 0.1, 0)
  // With a restart on every day, draws are independent: a day is missing with a probability of about 1 / e.
  const { counts: single } = countsOf(1)
  expect(single.filter((count) => count === 0).length / single.length).toBeCloseTo((1 - 1 / days) ** days, 2)
})
