import type { Quantity } from '@tradeloom/domain'

export const NO_QUANTITY = 0 as Quantity

/** Rounding noise of a few sums and products, relative to the number. */
const NOISE = 64 * Number.EPSILON

/**
 * The integer number of lots in a quantity, as a person would write it; NaN if it is between two. Doubles have about
 * sixteen digits, so a large quantity has much more noise than a small one.
 */
export function inLots(quantity: number, lotSize: number): Quantity {
  const lots = quantity / lotSize
  const whole = Math.round(lots)
  if (!(Math.abs(lots - whole) <= Math.max(1e-6, lots * NOISE))) return NaN as Quantity
  return lotsOf(whole, lotSize)
}

/** The nearest integer number of lots. */
export function roundToLots(quantity: number, lotSize: number): Quantity {
  return lotsOf(Math.round(quantity / lotSize), lotSize)
}

/** The lots that are whole in a quantity. */
export function wholeLots(quantity: number, lotSize: number): Quantity {
  return lotsOf(Math.floor(quantity / lotSize + 1e-6), lotSize)
}

/** The smaller of two quantities. */
export function lesser(one: Quantity, other: Quantity): Quantity {
  return Math.min(one, other) as Quantity
}

/** Divides if the lot is a fraction of one: 0.00001 has no exact binary value, but 100,000 has. */
function lotsOf(whole: number, lotSize: number): Quantity {
  const parts = Math.round(1 / lotSize)
  return (lotSize < 1 && Math.abs(parts * lotSize - 1) < NOISE ? whole / parts : whole * lotSize) as Quantity
}
