import type { LegTerms } from './executable.ts'

interface TradedMarket {
  /** What a venue charges on fills, in percent of their value. */
  readonly commission: { readonly percent: number; readonly takerPercent: number }
  readonly lotSize: number
  readonly minQuantity: number
  readonly maxQuantity: number
  readonly minNotional: number | null
}

/** What market orders must be there, and cost; with what converting costs if it brings another currency than is paid. */
export function legTerms(
  { commission, lotSize, ...market }: TradedMarket,
  conversion: { readonly rate: number; readonly fee: number } | null,
): LegTerms {
  const { minQuantity, maxQuantity, minNotional } = market
  const own = (commission.takerPercent + commission.percent) / 100
  const fee = 1 - (1 - own) * (1 - (conversion?.fee ?? 0))
  return { fee, step: lotSize, minQuantity, maxQuantity, minNotional: (minNotional ?? 0) * (conversion?.rate ?? 1) }
}
