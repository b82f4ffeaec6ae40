import { createSearch, Lattice } from '@tradeloom/optimizer'
import { expect, it } from 'vitest'
import type { EvaluatedTrial } from './evaluated-trial.ts'
import { startInterruption } from './interruption.ts'
import { runSearch } from './run-search.ts'

const lattice = new Lattice([{ kind: 'evenly-spaced', name: 'period', start: 1, end: 50, count: 50 }])

function trialOf(index: number): EvaluatedTrial {
  const numbers = { profit: index, profitPercentage: 0, positionCount: 0, maxDrawdown: 0, maxDrawdownPercentage: 0 }
  const kept = { isFeasible: true, violation: 0, error: null }
  const objective = { objective: index, objectives: { profit: index } }
  const row = { index, externals: { period: index }, status: 'Completed' as const, ...numbers, ...objective, ...kept }
  const outcome = { point: [index], scores: [index], violation: 0, status: 'Completed' as const }
  return { index, ...outcome, ledgerHash: String(index), dailyReturns: [], sample: null, row }
}

it('Ctrl+C ends a search with the trials that were found, and is handled once', async () => {
  const before = process.listenerCount('SIGINT')
  let told = 0
  const { signal, stop } = startInterruption(() => told++)
  const trials = await runSearch({
    search: createSearch({ lattice, strategy: { kind: 'exhaustive' }, seed: 1 }),
    workers: 3,
    signal,
    // The batch of the 11th is interrupted while two others run.
    evaluate: async (first, points) => {
      await Promise.resolve()
      const isInterrupted = first <= 10 && first + points.length > 10
      if (isInterrupted) for (const listener of process.listeners('SIGINT').slice(before)) listener('SIGINT')
      return isInterrupted ? null : points.map((_, at) => trialOf(first + at))
    },
    onTrial: () => undefined,
  })
  expect(trials.slice(0, 8).map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(trials.length).toBeLessThanOrEqual(24)
  expect(trials.some(({ index }) => index === 10)).toBe(false)
  expect([told, process.listenerCount('SIGINT')]).toEqual([1, before])
  stop()
})
