/** Less is rounding noise of a few sums. */
const NOISE = 1e-9

/** Whether a quantity is closed once so much of it is left. `step`: less than it can never be closed; 0 if anything can. */
export function isAll(quantity: number, left: number, step = 0): boolean {
  return left < Math.max(step, quantity * NOISE)
}

/** Whether an order of a quantity has been executed completely. */
export function isFilled(quantity: number, filled: number): boolean {
  return filled >= quantity * (1 - NOISE)
}
