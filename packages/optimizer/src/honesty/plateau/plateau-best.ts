import type { Lattice } from '../../lattice/lattice.ts'
import { compareTrials } from '../../ranking/compare-trials.ts'
import type { Trial } from '../../ranking/trial.ts'
import { plateauScores } from './plateau-scores.ts'

/** Comparisons of two trials, some seconds of work. */
const WORK = 2e7
const FEWEST = 200

/**
 * The trial with the best surroundings among those that keep all constraints; null if none has enough neighbors. With very
 * many trials only the best ones are candidates, as many as can be scored in seconds.
 */
export function plateauBest<T extends Trial>(lattice: Lattice, trials: readonly T[]): T | null {
  const candidates = trials
    .map((trial, place) => ({ trial, place }))
    .filter(({ trial }) => trial.violation === 0 && (trial.scores[0] ?? null) !== null)
    .toSorted((a, b) => compareTrials(a.trial, b.trial))
    .slice(0, Math.max(FEWEST, Math.floor(WORK / neighborsIn(lattice, trials.length))))
  const scores = plateauScores(
    lattice,
    trials,
    candidates.map(({ place }) => place),
  )
  let best = -1
  for (const [k, score] of scores.entries())
    if (score !== null && (best < 0 || score > (scores[best] as number))) best = k
  return candidates[best]?.trial ?? null
}

/** How many trials are compared with each one, roughly: those of the cells around it. */
function neighborsIn({ sizes, count: all }: Lattice, count: number): number {
  const varied = sizes.filter((size) => size > 1)
  if (count === all) return Math.min(count, 3 ** varied.length)
  const share = count ** (-1 / (varied.length + 4))
  const near = varied.reduce((part, size) => part * Math.min(1, 3 * Math.max(share, 2 / size)), 1)
  return Math.max(1, count * near)
}
