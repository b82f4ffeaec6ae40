import { describe, expect, it } from 'vitest'

import type { Point } from '../lattice/lattice.ts'
import type { Outcome } from '../ranking/outcome.ts'
import { createSearch } from './create-search.ts'
import { GENETIC_DEFAULTS } from './genetic-defaults.ts'
import type { GeneticParameters } from './genetic-parameters.ts'
import { latticeOf, runSearch } from './run-search.fixture.ts'

const hill = ([a = 0, b = 0, c = 0]: Point): Outcome => ({
  scores: [-((a - 30) ** 2) - (b - 70) ** 2 - (c - 20) ** 2],
  violation: 0,
})

function evaluate(outcomeOf: (point: Point) => Outcome, parameters: Partial<GeneticParameters> = {}, seed = 1) {
  const strategy = { kind: 'genetic', parameters: { ...GENETIC_DEFAULTS, ...parameters } } as const
  return runSearch(createSearch({ lattice: latticeOf([101, 101, 101]), strategy, seed }), outcomeOf)
}
const bestOf = (trials: readonly Outcome[]) => Math.max(...trials.map(({ scores }) => scores[0] as number))

describe('a genetic search', () => {
  it('evaluates at most 260 trials with the default settings', () => {
    let score = 0
    const better = evaluate(() => ({ scores: [score++], violation: 0 }))
    expect(better).toHaveLength(20 + 24 * 10)
  })

  it('names the condition that ended it', () => {
    const ending = (outcomeOf: (point: Point) => Outcome, parameters: Partial<GeneticParameters>) => {
      const strategy = { kind: 'genetic', parameters: { ...GENETIC_DEFAULTS, ...parameters } } as const
      const search = createSearch({ lattice: latticeOf([101, 101]), strategy, seed: 1 })
      runSearch(search, outcomeOf)
      return search.ending?.()
    }
    let score = 0
    const better = () => ({ scores: [score++], violation: 0 })
    const flat = () => ({ scores: [1], violation: 0 })
    expect(ending(better, { generations: 4 })).toBe('4 generations')
    expect(ending(flat, {})).toBe('3 generations without a better result')
    expect(ending(better, { maxBacktestsCount: 50 })).toBe('50 backtests, its limit')
  })

  it('completes if three generations in a row bring no better best', () => {
    const flat = evaluate(() => ({ scores: [1], violation: 0 }))
    expect(flat).toHaveLength(20 + 3 * 10)
    // The best of the random generation is beaten in the third one after it, and never again.
    const late = new Set([45])
    let index = -1
    const beaten = evaluate(() => ({ scores: [late.has(++index) ? 2 : 1], violation: 0 }))
    expect(beaten).toHaveLength(20 + 3 * 10 + 3 * 10)
  })

  it('completes once the maximum number of backtests has run, in the middle of a generation', () => {
    let score = 0
    const outcome = () => ({ scores: [score++], violation: 0 })
    expect(evaluate(outcome, { maxBacktestsCount: 47 })).toHaveLength(47)
    expect(evaluate(outcome, { maxBacktestsCount: 5 })).toHaveLength(5)
  })

  it('comes closer to the top of a hill than random trials', () => {
    const parameters = { noImprovementCount: 25 }
    const gains = Array.from({ length: 9 }, (_, seed) => {
      const found = evaluate(hill, parameters, seed)
      const strategy = { kind: 'random', budget: found.length } as const
      const random = runSearch(createSearch({ lattice: latticeOf([101, 101, 101]), strategy, seed }), hill)
      return bestOf(found) - bestOf(random)
    })
    expect(gains.toSorted((a, b) => a - b)[4]).toBeGreaterThan(50)
  })

  it('turns to trials that keep the constraints', () => {
    const trials = evaluate((point) => ({ ...hill(point), violation: Math.max(0, (point[1] as number) - 4) / 4 }), {
      noImprovementCount: 25,
    })
    const kept = (some: readonly Outcome[]) => some.filter(({ violation }) => violation === 0).length / some.length
    expect(kept(trials.slice(0, 20))).toBeLessThan(0.2)
    expect(kept(trials.slice(-50))).toBeGreaterThan(0.5)
  })

  it.each([
    [{ survivorCount: 20 }, 'survivorCount must be below populationSize'],
    [{ mutationRate: 1.1 }, 'mutationRate must be between 0 and 1'],
    [{ generations: 0 }, 'generations must be a whole number of at least 1'],
    [{ populationSize: 2.5 }, 'populationSize must be a whole number of at least 1'],
  ])('refuses %j', (parameters, message) => {
    expect(() => evaluate(hill, parameters)).toThrow(message)
  })
})
