import type { Outcome } from '../../ranking/outcome.ts'

/** Crowding distance of each trial of a front (Deb 2002): how far apart its neighbors are; infinite at the ends. */
export function crowdingDistances(front: readonly Outcome[]): number[] {
  const distances = front.map(() => 0)
  const objectives = front[0]?.scores.length ?? 0
  for (let k = 0; k < objectives; k++) {
    const scoreOf = (place: number) => front[place]?.scores[k] ?? -Infinity
    const order = front.map((_, place) => place).toSorted((a, b) => scoreOf(a) - scoreOf(b) || a - b)
    const [first, last] = [order[0] as number, order.at(-1) as number]
    distances[first] = distances[last] = Infinity
    const range = scoreOf(last) - scoreOf(first)
    // Without a range, or with undefined scores, an objective says nothing about neighbors.
    if (!(range > 0 && range < Infinity)) continue
    for (let rank = 1; rank < order.length - 1; rank++) {
      const place = order[rank] as number
      const gap = scoreOf(order[rank + 1] as number) - scoreOf(order[rank - 1] as number)
      distances[place] = (distances[place] as number) + gap / range
    }
  }
  return distances
}
