import { type Point, RoundResults, type Search } from '@tradeloom/optimizer'

import { BatchSize } from './batch-size.ts'
import type { EvaluatedTrial } from './evaluated-trial.ts'

export interface SearchRun {
  readonly search: Search
  readonly workers: number
  /** The trials of points, whose indexes count from `first`; null if it was interrupted. */
  readonly evaluate: (first: number, points: readonly Point[]) => Promise<readonly EvaluatedTrial[] | null>
  readonly onTrial: (trial: EvaluatedTrial) => void
  readonly signal: AbortSignal
}

/**
 * Runs a search to its end, in batches, several at a time. The trials are in the order of their indexes; those that were
 * interrupted are missing.
 */
export async function runSearch({ search, workers, evaluate, onTrial, signal }: SearchRun): Promise<EvaluatedTrial[]> {
  const trials: EvaluatedTrial[] = []
  const size = new BatchSize()
  for (let round = search.ask(); round !== null; round = search.ask()) {
    const { first, count, pointAt } = round
    const results = new RoundResults(round)
    let next = first
    const work = async (): Promise<void> => {
      while (next < first + count && !signal.aborted) {
        const from = next
        next += size.next(first + count - from, workers)
        const begin = performance.now()
        try {
          const points = Array.from({ length: next - from }, (_, at) => pointAt(from + at))
          const batch = await evaluate(from, points)
          if (batch === null) return
          size.take(batch.length, performance.now() - begin)
          for (const trial of batch) {
            trials[trial.index] = trial
            results.take(trial.index, trial)
            onTrial(trial)
          }
        } catch (error) {
          // The others finish what they have begun.
          next = Infinity
          throw error
        }
      }
    }
    await Promise.all(Array.from({ length: Math.min(workers, count) }, work))
    // Skips the holes of trials without a result.
    if (signal.aborted) return trials.filter(() => true)
    search.tell(results.outcomes())
  }
  return trials
}
