import { compareTrials } from '@tradeloom/optimizer'
import type { EvaluatedTrial } from './evaluated-trial.ts'
import type { MarkedRow } from './marked-row.ts'

/** Rows as they are listed: the Pareto front, then the others, each by constraints and the first objective. */
export function rankRows(trials: readonly EvaluatedTrial[], rows: readonly MarkedRow[]): MarkedRow[] {
  const rowOf = new Map(rows.map((row) => [row.index, row]))
  const ranked = trials.toSorted(compareTrials).flatMap(({ index }) => rowOf.get(index) ?? [])
  return [...ranked.filter(({ isOnFront }) => isOnFront), ...ranked.filter(({ isOnFront }) => !isOnFront)]
}
