import type { ListedInstrument } from '../listed-instrument.ts'
import { roundToStep } from './steps.ts'

export interface LeastOrder {
  readonly minQuantity: number
  readonly minNotional: number
}

export function isTooSmall(quantity: number, price: number, { minQuantity, minNotional }: LeastOrder): boolean {
  return quantity < minQuantity || quantity * price < minNotional
}

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
