import { createRandom } from '@tradeloom/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { Lattice, type Point } from '../lattice/lattice.ts'
import type { Outcome } from '../ranking/outcome.ts'
import { createSearch } from './create-search.ts'
import { GENETIC_DEFAULTS } from './genetic-defaults.ts'
import { maxTrials } from './max-trials.ts'
import { RoundResults } from './round-results.ts'
import { latticeOf, runSearch } from './run-search.fixture.ts'
import type { Strategy } from './strategy.ts'

const STRATEGIES: readonly Strategy[] = [
  { kind: 'exhaustive' },
  { kind: 'random', budget: 60 },
  { kind: 'genetic', parameters: { ...GENETIC_DEFAULTS, populationSize: 12, survivorCount: 4, generations: 9 } },
  { kind: 'tpe', budget: 60, roundSize: 7 },
  { kind: 'nsga2', budget: 60, populationSize: 10 },
]
const LEARNING = STRATEGIES.filter(({ kind }) => kind !== 'exhaustive' && kind !== 'random')

/** Two hills, some undefined scores and a constraint: every rule of the ranking takes part. */
function hills(point: Point): Outcome {
  const [a = 0, b = 0, c = 0] = point
  const score = -((a - 3) ** 2) - (b - 2) ** 2 + (c % 3)
  return { scores: [(a + b) % 7 === 6 ? null : score, -a], violation: Math.max(0, a + b - 9) / 9 }
}

const keysOf = (trials: readonly { readonly point: Point }[]) => trials.map(({ point }) => point.join())

describe('a search', () => {
  it('evaluates no point twice, and never more than its strategy allows', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(sizes, fc.constantFrom(...STRATEGIES), fc.integer(), (counts, strategy, seed) => {
        const lattice = latticeOf(counts)
        const keys = keysOf(runSearch(createSearch({ lattice, strategy, seed }), hills))
        expect(new Set(keys).size).toBe(keys.length)
        expect(keys.length).toBeLessThanOrEqual(maxTrials(strategy, lattice.count))
        if (strategy.kind !== 'genetic') expect(keys.length).toBe(maxTrials(strategy, lattice.count))
      }),
      { numRuns: 120 },
    )
  })

  it.each(STRATEGIES)('with one seed is the same on one, two and four workers: $kind', (strategy) => {
    const lattice = latticeOf([8, 8, 8])
    const run = (workers: number, seed = 5) =>
      runSearch(createSearch({ lattice, strategy, seed }), hills, workers, workers)
    const alone = run(1)
    for (const workers of [2, 4]) expect(run(workers)).toEqual(alone)
    if (strategy.kind !== 'exhaustive') expect(keysOf(run(1, 6))).not.toEqual(keysOf(alone))
  })

  it.each(LEARNING)('is restored from stored rows after a crash at any trial: $kind', (strategy) => {
    const lattice = latticeOf([9, 9, 9])
    const options = { lattice, strategy, seed: 11 }
    const all = runSearch(createSearch(options), hills)
    const random = createRandom(3)
    for (let crash = 0; crash < 12; crash++) {
      const stored = all.slice(0, Math.floor(random() * all.length))
      const search = createSearch(options)
      const restored: string[] = []
      for (let round; (round = search.ask());) {
        const results = new RoundResults(round)
        for (let index = round.first; index < round.first + round.count; index++) {
          restored.push(round.pointAt(index).join())
          results.take(index, stored[index] ?? hills(round.pointAt(index)))
        }
        search.tell(results.outcomes())
      }
      expect(restored).toEqual(keysOf(all))
    }
  })

  it.each(STRATEGIES)('evaluates a lattice within its budget in full and in order: $kind', (strategy) => {
    const lattice = latticeOf([3, 4])
    const trials = runSearch(createSearch({ lattice, strategy, seed: 1 }), hills)
    expect(trials.map(({ point }) => lattice.indexOf(point))).toEqual(Array.from({ length: 12 }, (_, k) => k))
  })

  it('repeats its round until the outcomes of all its trials are told', () => {
    const strategy: Strategy = { kind: 'tpe', budget: 40 }
    const search = createSearch({ lattice: latticeOf([50, 50]), strategy, seed: 1 })
    const round = search.ask()
    expect(search.ask()).toBe(round)
    expect(() => search.tell([])).toThrow(/another number of trials/)
    expect(search.ask()).toBe(round)
  })

  it('searches a lattice with more points than exact numbers, but not exhaustively', () => {
    const lattice = new Lattice(
      Array.from({ length: 6 }, (_, k) => ({
        kind: 'stepped',
        name: `x${k}`,
        start: 0,
        end: 1,
        step: 0,
        decimalPlaces: 4,
      })),
    )
    for (const strategy of STRATEGIES) {
      const search = () => createSearch({ lattice, strategy, seed: 1 })
      if (strategy.kind === 'exhaustive') expect(search).toThrow(/too many combinations/)
      else {
        const keys = keysOf(runSearch(search(), hills))
        expect(keys.length).toBeGreaterThan(20)
        expect(new Set(keys).size).toBe(keys.length)
      }
    }
  })

  it('collects the outcomes of a round in any order, each once', () => {
    const results = new RoundResults({ number: 1, first: 20, count: 3, pointAt: () => [] })
    const outcome = (score: number) => ({ scores: [score], violation: 0 })
    results.take(22, outcome(3))
    results.take(20, outcome(1))
    results.take(20, outcome(9))
    expect(results.isComplete).toBe(false)
    expect(() => results.outcomes()).toThrow('1 trials of the round are missing')
    results.take(21, outcome(2))
    expect(results.outcomes().map(({ scores }) => scores[0])).toEqual([1, 2, 3])
    expect(() => results.take(23, outcome(1))).toThrow(/does not belong/)
  })
})
