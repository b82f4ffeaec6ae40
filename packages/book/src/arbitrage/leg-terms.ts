import type { LegTerms } from './executable.ts'

interface TradedMarket {
  /** What a venue charges on fills, in percent of their value. */
  readonly commission: { readonly percent: number; readonly takerPercent: number }
  readonly lotSize: number
  readonly minQuantity: number
  readonly maxQuantity: number
  readonly minNotional: number | null
}

/** What market orders must be there, and cost. `rate` turns its currency into the one that is paid. */
export function legTerms({ commission, lotSize, ...market }: TradedMarket, rate: number): LegTerms {
  const { minQuantity, maxQuantity, minNotional } = market
  const fee = (commission.takerPercent + commission.percent) / 100
  return { fee, step: lotSize, minQuantity, maxQuantity, minNotional: (minNotional ?? 0) * rate }
}
