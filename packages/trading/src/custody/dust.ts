import { type ListedInstrument, roundToStep } from '@tradeloom/domain'
import { isTooSmall } from './plan-custody.ts'

/** Whether so much is less than the smallest order of its venue: nobody can sell it alone. */
export function isDust(
  quantity: number,
  price: number,
  { lotSize, minQuantity, minNotional }: Pick<ListedInstrument, 'lotSize' | 'minQuantity' | 'minNotional'>,
): boolean {
  const whole = roundToStep(quantity, lotSize, 'down')
  return !(whole > 0) || isTooSmall(whole, price, { minQuantity, minNotional: minNotional ?? 0 })
}

export const DUST = 'It is dust: less than the smallest order of the venue, so it cannot be sold alone'
