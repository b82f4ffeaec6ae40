/** Noise of a few sums and products, as a part of the number. */
const NOISE = 64 * Number.EPSILON

/**
 * The whole number of lots that a quantity is, as a person would write it; NaN when it lies between two.
 * Doubles have some sixteen digits, so that the noise of a large quantity is many times that of a small one.
 */
export function inLots(quantity: number, lotSize: number): number {
  const lots = quantity / lotSize
  const whole = Math.round(lots)
  if (!(Math.abs(lots - whole) <= Math.max(1e-6, lots * NOISE))) return NaN
  return lotsOf(whole, lotSize)
}

/** The nearest whole number of lots. */
export function roundToLots(quantity: number, lotSize: number): number {
  return lotsOf(Math.round(quantity / lotSize), lotSize)
}

/** Divided where the lot is a part of one, as 0.00001 itself is no exact number and 100,000 is. */
function lotsOf(whole: number, lotSize: number): number {
  const parts = Math.round(1 / lotSize)
  return lotSize < 1 && Math.abs(parts * lotSize - 1) < NOISE ? whole / parts : whole * lotSize
}
