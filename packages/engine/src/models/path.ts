import type { PathModel } from '../run-spec.ts'

/**
 * Which extreme of a bar is met first. Inputs are sums of bid and ask, `epsilon` is below the finest price step, so
 * that rounding noise does not decide. True: open, high, low, close. Market assumption, as charting platforms take it:
 * the market goes to the extreme nearer to the open first; at equal distance to the low.
 */
export type PathRule = (open: number, high: number, low: number, epsilon: number) => boolean

const RULES: Readonly<Record<PathModel, PathRule>> = {
  adaptive: (open, high, low, epsilon) => high - open < open - low - epsilon,
  ohlc: () => true,
  olhc: () => false,
  worst: () => false,
}

export function pathRule(model: PathModel): PathRule {
  return RULES[model]
}
