import { compareTrials, type Ranked } from './compare-trials.ts'

/** The best trial by the first objective; null if none keeps all constraints and has a value of it. */
export function bestTrial<T extends Ranked>(trials: readonly T[]): T | null {
  return trials
    .filter(({ violation, scores }) => violation === 0 && (scores[0] ?? null) !== null)
    .reduce<T | null>((best, trial) => (best === null || compareTrials(trial, best) < 0 ? trial : best), null)
}
