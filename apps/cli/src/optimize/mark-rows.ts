import { paretoFront } from '@tradeloom/optimizer'
import type { EvaluatedTrial } from './evaluated-trial.ts'
import type { MarkedRow } from './marked-row.ts'

/** Marks duplicates and, with several objectives, the Pareto front. Trials are in the order of their indexes. */
export function markRows(trials: readonly EvaluatedTrial[]): MarkedRow[] {
  const hasFront = (trials[0]?.scores.length ?? 0) > 1
  const front = new Set(hasFront ? paretoFront(trials).map(({ index }) => index) : [])
  const firsts = new Map<string, number>()
  return trials.map(({ index, ledgerHash, row }) => {
    const first = ledgerHash === null ? undefined : firsts.get(ledgerHash)
    if (ledgerHash !== null && first === undefined) firsts.set(ledgerHash, index)
    return { ...row, duplicateOf: first ?? null, isOnFront: front.has(index) }
  })
}
