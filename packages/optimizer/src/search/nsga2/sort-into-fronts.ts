import { dominates } from '../../ranking/dominates.ts'
import type { Outcome } from '../../ranking/outcome.ts'

/** Fast non-dominated sorting (Deb 2002): the trials that nothing dominates, then those that only these dominate, and so on. */
export function sortIntoFronts<Item extends Outcome>(trials: readonly Item[]): Item[][] {
  const beaten = trials.map((one) => trials.flatMap((other, k) => (dominates(one, other) ? [k] : [])))
  const dominators = trials.map(() => 0)
  for (const list of beaten) for (const k of list) dominators[k] = (dominators[k] as number) + 1
  const fronts: Item[][] = []
  let current = trials.flatMap((_, k) => (dominators[k] === 0 ? [k] : []))
  while (current.length > 0) {
    fronts.push(current.map((k) => trials[k] as Item))
    const next: number[] = []
    for (const k of current)
      for (const other of beaten[k] as number[]) {
        dominators[other] = (dominators[other] as number) - 1
        if (dominators[other] === 0) next.push(other)
      }
    current = next.toSorted((a, b) => a - b)
  }
  return fronts
}
