import { createRandom } from '@tradeloom/domain'

/** Five-digit prices that wander around 1.1; the same each time. */
export function randomWalk(points: number): number[] {
  const random = createRandom(7)
  const prices: number[] = []
  let price = 110_000
  for (let at = 0; at < points; at++) {
    price = Math.max(50_000, price + Math.round((random() - 0.5) * 40))
    prices.push(price / 1e5)
  }
  return prices
}
