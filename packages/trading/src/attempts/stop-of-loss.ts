import { roundToStep, type Side } from '@tradeloom/domain'

export interface KeptLeg {
  readonly side: Side
  readonly quantity: number
  readonly average: number
  /** What one unit of its money is worth in the currency of the loss. */
  readonly rate: number
  readonly maxLoss: number
  readonly tick: number
}

/** The stop at which a leg that was kept has lost the most that it may; null if that is at no price. */
export function stopOfLoss({ side, quantity, average, rate, maxLoss, tick }: KeptLeg): number | null {
  const distance = maxLoss / (quantity * rate)
  const stop =
    side === 'BUY' ? roundToStep(average - distance, tick, 'up') : roundToStep(average + distance, tick, 'down')
  return stop > 0 ? stop : null
}
