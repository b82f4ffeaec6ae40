import type { Outcome } from '../../ranking/outcome.ts'

/** Rank of each trial by its first objective, 0 to 1, ties in the middle; 0 for undefined and infeasible ones. */
export function midRanks(trials: readonly Outcome[]): Float64Array {
  const ranks = new Float64Array(trials.length)
  const scores = Float64Array.from(trials, ({ scores: [score], violation }) =>
    violation > 0 ? -Infinity : (score ?? -Infinity),
  )
  const order = Uint32Array.from(scores, (_, k) => k).sort((a, b) => compare(scores[a] as number, scores[b] as number))
  for (let from = 0; from < order.length;) {
    const score = scores[order[from] as number] as number
    let until = from + 1
    while (until < order.length && scores[order[until] as number] === score) until += 1
    if (score > -Infinity)
      for (let k = from; k < until; k++)
        ranks[order[k] as number] = (from + until - 1) / 2 / Math.max(1, order.length - 1)
    from = until
  }
  return ranks
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}
