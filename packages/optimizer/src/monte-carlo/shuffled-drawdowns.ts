import { createRandom } from '@tradeloom/domain'

import { drawdownInOrder, type Permuted } from './drawdown-in-order.ts'

export interface ShuffleOptions {
  readonly initialBalance: number
  readonly permuted: Permuted
  readonly draws: number
  readonly seed: number
}

/**
 * Largest drawdown as a fraction of its peak, ascending, of the same positions in random orders; 1 where everything is
 * lost. Otherwise the order changes neither the final balance nor any ratio, so it says something about drawdowns only.
 */
export function shuffledDrawdowns(
  profits: ArrayLike<number>,
  { initialBalance, permuted, draws, seed }: ShuffleOptions,
): Float64Array {
  const random = createRandom(seed)
  const order = Float64Array.from(profits)
  const drawdowns = new Float64Array(draws)
  for (let draw = 0; draw < draws; draw++) {
    shuffle(order, random)
    drawdowns[draw] = drawdownInOrder(order, initialBalance, permuted)
  }
  return drawdowns.sort()
}

/** Fisher and Yates. */
function shuffle(values: Float64Array, random: () => number): void {
  for (let last = values.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const value = values[last] as number
    values[last] = values[other] as number
    values[other] = value
  }
}
