import { type Point, RoundResults, type Search } from '@tradeloom/optimizer'

import type { EvaluatedTrial } from './evaluated-trial.ts'

export interface SearchRun {
  readonly search: Search
  readonly workers: number
  readonly evaluate: (index: number, point: Point) => Promise<EvaluatedTrial>
  readonly onTrial: (trial: EvaluatedTrial) => void
}

/** Runs a search to its end, several trials at a time. The trials are in the order of their indexes. */
export async function runSearch({ search, workers, evaluate, onTrial }: SearchRun): Promise<EvaluatedTrial[]> {
  const trials: EvaluatedTrial[] = []
  for (let round = search.ask(); round !== null; round = search.ask()) {
    const { first, count, pointAt } = round
    const results = new RoundResults(round)
    let next = first
    const work = async (): Promise<void> => {
      while (next < first + count) {
        const index = next++
        try {
          const trial = await evaluate(index, pointAt(index))
          trials[index] = trial
          results.take(index, trial)
          onTrial(trial)
        } catch (error) {
          // The others finish what they have begun.
          next = Infinity
          throw error
        }
      }
    }
    await Promise.all(Array.from({ length: Math.min(workers, count) }, work))
    search.tell(results.outcomes())
  }
  return trials
}
