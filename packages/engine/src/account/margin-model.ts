import type { Instrument, RunModels } from '@tradeloom/domain'

/** Margin of a quantity, expressed as units of the base currency held at 100%. */
export interface MarginModel {
  /** No unit needs a higher rate than this, and none a lower one than that. */
  readonly highestRate: number
  readonly lowestRate: number
  heldUnits(quantity: number): number
}

/** Tiers are marginal, like tax brackets: a larger position does not raise the margin of its first units. */
export function marginModel(spec: RunModels['margin'], instrument: Instrument): MarginModel {
  if (spec.model !== 'tiers') {
    const rate = spec.model === 'rate' ? spec.rate : instrument.marginRate
    return { highestRate: rate, lowestRate: rate, heldUnits: (quantity) => quantity * rate }
  }
  const { tiers } = spec
  return {
    highestRate: Math.max(...tiers.map(({ rate }) => rate)),
    lowestRate: Math.min(...tiers.map(({ rate }) => rate)),
    heldUnits: (quantity) => {
      let held = 0
      for (const [at, { from, rate }] of tiers.entries()) {
        const to = tiers[at + 1]?.from ?? Infinity
        if (quantity > from) held += (Math.min(quantity, to) - from) * rate
      }
      return held
    },
  }
}
