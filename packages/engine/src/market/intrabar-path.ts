import type { RunModels } from '@tradeloom/domain'

/**
 * Which extreme of a bar is reached first. Prices are sums of bid and ask; `epsilon` is below the finest price step, so
 * that rounding noise does not decide; `net` is the open quantity, negative for short. True means open, high, low,
 * close.
 */
export type PathRule = (open: number, high: number, low: number, epsilon: number, net: number) => boolean

/** Market assumption, as in charting platforms: first to the extreme nearer to the open; to the low if equal. */
const adaptive: PathRule = (open, high, low, epsilon) => high - open < open - low - epsilon

const RULES: Readonly<Record<RunModels['path'], PathRule>> = {
  adaptive,
  ohlc: () => true,
  olhc: () => false,
  // Against open positions: stops are reached before targets. Without positions there is no worse side.
  worst: (open, high, low, epsilon, net) => (net === 0 ? adaptive(open, high, low, epsilon, net) : net < 0),
}

export function pathRule(model: RunModels['path']): PathRule {
  return RULES[model]
}
