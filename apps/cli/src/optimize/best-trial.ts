import { compareTrials } from '@tradeloom/optimizer'
import type { EvaluatedTrial } from './evaluated-trial.ts'

/** The best trial by the first objective; null if none keeps all constraints and has a value of it. */
export function bestTrial(trials: readonly EvaluatedTrial[]): EvaluatedTrial | null {
  const [best] = trials.toSorted(compareTrials)
  return best && best.violation === 0 && (best.scores[0] ?? null) !== null ? best : null
}
