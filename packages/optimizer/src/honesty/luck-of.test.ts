import { createRandom } from '@tradeloom/domain'
import { sharpeSample } from '@tradeloom/metrics'
import { describe, expect, it } from 'vitest'

import { latticeOf } from '../search/run-search.fixture.ts'
import { luckOf } from './luck-of.ts'
import type { LuckTrial } from './luck-trial.ts'

const [COUNT, DAYS] = [40, 120]

/** Trials of a grid of 8 × 5, of which each one earns a little more a day than the one before. */
function trialsOf(step: number): LuckTrial[] {
  const lattice = latticeOf([8, 5])
  const random = createRandom(12)
  return Array.from({ length: COUNT }, (_, index) => {
    const dailyReturns = Array.from({ length: DAYS }, () => (random() - 0.5) / 50 + step * index)
    const sum = dailyReturns.reduce((total, value) => total + value, 0)
    const point = lattice.pointAt(index)
    const sample = sharpeSample(dailyReturns, 260)
    const hash = { ledgerHash: `hash ${index}` }
    return { index, point, scores: [sum], violation: 0, status: 'Completed', ...hash, dailyReturns, sample }
  })
}
const luck = (trials: readonly LuckTrial[], others?: { count: number; rated: number; mean: number; squares: number }) =>
  luckOf({ lattice: latticeOf([8, 5]), trials, seed: 1, perYear: 260, ...(others ? { others } : {}) })

describe('the luck of an optimization', () => {
  it('is the same whether single or double precision was stored, as far as single precision goes', () => {
    const trials = trialsOf(0)
    const single = trials.map((trial) => ({ ...trial, dailyReturns: Float32Array.from(trial.dailyReturns) }))
    const [one, other] = [luck(trials), luck(single)]
    expect(other.deflatedSharpe).toBeCloseTo(one.deflatedSharpe as number, 4)
    expect(other.overfittingProbability).toBe(one.overfittingProbability)
    expect({ ...other, best: null }).toMatchObject({ distinctTrials: COUNT, days: DAYS, best: null })
  })

  it('deflates the best by all trials of its lineage', () => {
    const trials = trialsOf(0.00002)
    const alone = luck(trials)
    const among = luck(trials, { count: 5_000, rated: 5_000, mean: 0, squares: 4_999 })
    expect(among.lineageTrials).toBe(5_000 + COUNT)
    expect(among.moments).toEqual(alone.moments)
    expect(among.luckiestSharpe).toBeGreaterThan(alone.luckiestSharpe as number)
    expect(among.deflatedSharpe).toBeLessThan(alone.deflatedSharpe as number)
    expect(among.probabilisticSharpe).toBe(alone.probabilisticSharpe)
  })

  it('counts trials that were cut, ruined or ended with an error, and equal ones once', () => {
    const trials = trialsOf(0)
    const cut = { status: 'Cut', ledgerHash: null, violation: 1 } as const
    const changed = [
      ...trials.slice(4),
      { ...trials[0]!, ...cut, dailyReturns: [0.1], sample: null },
      { ...trials[1]!, dailyReturns: [], sample: null },
      { ...trials[30]!, index: 2, point: trials[2]!.point },
      { ...trials[3]!, ...cut, status: 'Errored' as const, dailyReturns: [], sample: null },
    ]
    const changedLuck = luck(changed)
    expect(changedLuck.distinctTrials).toBe(COUNT - 1)
    expect(changedLuck.moments).toEqual({ ...luck(trials.slice(4)).moments, count: COUNT - 1 })
  })

  it('does not count a trial whose script was given no price', () => {
    const trials = trialsOf(0)
    const failed = { ...trials[3]!, status: 'Errored' as const, ledgerHash: null, dailyReturns: [], sample: null }
    expect(luck([...trials.slice(4), failed]).distinctTrials).toBe(COUNT - 3)
    expect(luck([...trials.slice(4), { ...failed, isBeforePrices: true }]).distinctTrials).toBe(COUNT - 4)
  })

  it('has histograms of all splits and of all trials', () => {
    const { overfittingLogits, sharpes, overfittingProbability } = luck(trialsOf(0.0005))
    const sum = (counts: readonly number[] = []) => counts.reduce((total, count) => total + count, 0)
    expect(overfittingLogits?.blocks).toBe(16)
    expect(sum(overfittingLogits?.counts)).toBe(12_870)
    expect(overfittingLogits?.from).toBe(-(overfittingLogits?.to as number))
    expect(sum(sharpes?.counts)).toBe(COUNT)
    expect(overfittingProbability).toBeLessThan(0.05)
  })

  it('names the best trial, the middle one and the one with the best surroundings', () => {
    const trials = trialsOf(0).map((trial, index) => ({ ...trial, scores: [index === 3 ? 1_000 : index] }))
    expect(luck(trials)).toMatchObject({ best: 3, median: 21, edgeExternals: ['x0'], plateauBest: 38 })
  })

  it('has no best trial if none keeps the constraints', () => {
    const found = luck(trialsOf(0).map((trial) => ({ ...trial, violation: 1 })))
    expect(found).toMatchObject({ best: null, sharpe: null, deflatedSharpe: null, distinctTrials: COUNT })
  })
})
