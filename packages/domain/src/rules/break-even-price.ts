import type { ListedInstrument } from '../listed-instrument.ts'
import { type Commission, commissionOf } from './commission-of.ts'
import { roundToStep } from './steps.ts'

interface HeldPosition {
  readonly direction: 'LONG' | 'SHORT'
  readonly openPrice: number
  readonly quantity: number
  /** What it has cost so far beside its prices, in account currency; negative for what it has earned. */
  readonly costs: number
}

type Market = Pick<ListedInstrument, 'quoteStep'> & { readonly commission: Commission }

/** A fee in percent is one of the price that it moves: each round is smaller by that percentage. */
const ROUNDS = 8

/**
 * The first price at which a position in a linear market can be closed at the market without a loss, its closing fee
 * included; null where none is low enough. `conversion`: account currency for one of the quote currency.
 */
export function breakEvenPrice(
  position: HeldPosition,
  { commission, quoteStep }: Market,
  conversion: number,
): number | null {
  const { direction, openPrice, quantity, costs } = position
  const sign = direction === 'LONG' ? 1 : -1
  const worth = quantity * conversion
  let price = openPrice
  for (let round = 0; round < ROUNDS; round++) {
    const fee = commissionOf(commission, quantity, price * worth, false)
    price = openPrice + (sign * (costs + fee)) / worth
    // Nothing is traded there, so it has no fee.
    if (!(price > 0)) return null
  }
  const rounded = roundToStep(price, quoteStep, sign > 0 ? 'up' : 'down')
  return rounded > 0 ? rounded : null
}
