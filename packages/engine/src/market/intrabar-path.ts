import type { RunModels } from '@tradeloom/domain'

/**
 * Which extreme of a bar is met first. Prices are sums of bid and ask, `epsilon` is below the finest price step, so
 * that rounding noise does not decide; `net` is the open quantity, short ones negative. True: open, high, low, close.
 */
export type PathRule = (open: number, high: number, low: number, epsilon: number, net: number) => boolean

/** Market assumption, as charting platforms take it: to the extreme nearer to the open first; if equal, to the low. */
const adaptive: PathRule = (open, high, low, epsilon) => high - open < open - low - epsilon

const RULES: Readonly<Record<RunModels['path'], PathRule>> = {
  adaptive,
  ohlc: () => true,
  olhc: () => false,
  // Against what is open: stops are met before targets. With nothing open there is no worse side.
  worst: (open, high, low, epsilon, net) => (net === 0 ? adaptive(open, high, low, epsilon, net) : net < 0),
}

export function pathRule(model: RunModels['path']): PathRule {
  return RULES[model]
}
