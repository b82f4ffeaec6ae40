import { createRandom } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { bestTrial } from './best-trial.ts'
import { compareTrials } from './compare-trials.ts'
import { hypervolume } from './hypervolume.ts'
import { outcomeOf } from './outcome-of.ts'
import { paretoFront } from './pareto-front.ts'

const trial = (index: number, score: number | null, violation = 0) => ({ index, scores: [score], violation })

describe('the ranking of trials', () => {
  it('puts constraints before the objective, undefined scores last, and breaks ties by index', () => {
    const trials = [
      trial(0, 99, Infinity),
      trial(1, 50, 0.2),
      trial(2, 10, 0.1),
      trial(3, null),
      trial(4, 5),
      trial(5, 7),
      trial(6, 5),
    ]
    expect(trials.toSorted(compareTrials).map(({ index }) => index)).toEqual([5, 4, 6, 3, 2, 1, 0])
  })

  it('names a best trial only if one keeps all constraints and has a score', () => {
    expect(bestTrial([trial(0, 9, 0.1), trial(1, null), trial(2, 5), trial(3, 7), trial(4, 7)])?.index).toBe(3)
    expect(bestTrial([trial(0, 9, 0.1), trial(1, null)])).toBeNull()
    expect(bestTrial([])).toBeNull()
  })

  it('orients objectives and measures how far a trial is from its constraints', () => {
    const metrics: Readonly<Record<string, number | null>> = { profit: 12, maxDrawdown: 30, sharpe: null }
    const of = (constraints: Parameters<typeof outcomeOf>[0]['constraints']) =>
      outcomeOf({
        objectives: [
          { metric: 'profit', better: 'higher' },
          { metric: 'maxDrawdown', better: 'lower' },
          { metric: 'sharpe', better: 'lower' },
        ],
        constraints,
        metricOf: (key) => metrics[key] ?? null,
      })
    expect(of([]).scores).toEqual([12, -30, null])
    const atMost = (value: number) => ({ metric: 'maxDrawdown', bound: 'at-most', value }) as const
    expect(of([atMost(30)]).violation).toBe(0)
    expect(of([atMost(20)]).violation).toBe(0.5)
    expect(of([atMost(20), { metric: 'profit', bound: 'at-least', value: 16 }]).violation).toBe(0.75)
    expect(of([{ metric: 'sharpe', bound: 'at-least', value: 0 }]).violation).toBe(Infinity)
  })
})

describe('the Pareto front', () => {
  const random = createRandom(4)
  const points = Array.from({ length: 120 }, () => [random() * 10, random() * 10, random() * 10])

  it('contains what nothing dominates, equal scores included', () => {
    const trials = [
      [1, 5],
      [3, 3],
      [2, 2],
      [5, 1],
      [3, 3],
      [5, null],
    ].map((scores) => ({ scores, violation: 0 }))
    expect(paretoFront([...trials, { scores: [9, 9], violation: 1 }]).map(({ scores }) => scores)).toEqual([
      [1, 5],
      [3, 3],
      [5, 1],
      [3, 3],
    ])
  })

  it('has the hypervolume of a few boxes', () => {
    expect(hypervolume([[3], [5]], [1])).toBe(4)
    expect(
      hypervolume(
        [
          [1, 3],
          [2, 2],
          [3, 1],
          [1, 1],
        ],
        [0, 0],
      ),
    ).toBe(6)
    expect(
      hypervolume(
        [
          [1, 1, 2],
          [2, 1, 1],
          [-1, 9, 9],
        ],
        [0, 0, 0],
      ),
    ).toBe(3)
  })

  it('has the hypervolume that random darts measure', () => {
    let hits = 0
    const darts = 20_000
    for (let dart = 0; dart < darts; dart++) {
      const at = [random() * 10, random() * 10, random() * 10]
      if (points.some((point) => point.every((value, k) => value > (at[k] as number)))) hits += 1
    }
    expect(Math.abs(hypervolume(points, [0, 0, 0]) / 1_000 - hits / darts)).toBeLessThan(0.015)
  })
})
