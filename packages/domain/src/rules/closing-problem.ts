import { quantityProblem, type QuantityRules } from './order-rules.ts'

/** Why a part of a position cannot be closed; null if it can. All of it can, as far as these rules go. */
export function closingProblem(quantity: number, open: number, instrument: QuantityRules | null): string | null {
  if (quantity === open) return null
  if (quantity > open) return `Only ${open} are open`
  if (instrument === null) return 'Instrument not available'
  // A position may be larger than the largest order that opens one.
  return quantityProblem(quantity, { ...instrument, maxQuantity: Infinity })
}
