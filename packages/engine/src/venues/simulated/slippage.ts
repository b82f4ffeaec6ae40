import type { RunModels } from '@tradeloom/domain'

/** Price distances against the trader, one for each fill at the market's price. Never in the trader's favor. */
export type Slippage = () => number

/** `random` returns numbers from 0 to 1; the same sequence gives the same slippage. */
export function slippageModel(spec: RunModels['slippage'], pipSize: number, random: () => number): Slippage {
  switch (spec.model) {
    case 'fixed': {
      const distance = spec.pips * pipSize
      return () => distance
    }
    case 'random': {
      const { meanPips, deviationPips } = spec
      return () => Math.max(0, meanPips + deviationPips * normal(random)) * pipSize
    }
  }
}

/** The expected distance of a fill, for estimates before it. */
export function expectedSlippage(spec: RunModels['slippage'], pipSize: number): number {
  switch (spec.model) {
    case 'fixed':
      return spec.pips * pipSize
    case 'random':
      return spec.meanPips * pipSize
  }
}

/** A draw of the normal distribution (Box and Muller 1958). */
function normal(random: () => number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()))
  return radius * Math.cos(2 * Math.PI * random())
}
