import type { LivePrice, Valuation } from '../../trading-core/prices/valuation.ts'

interface PriceParts {
  readonly valuation: Valuation
  /** Whether the price of an instrument is shown as stale. */
  readonly isSilent: (instrumentId: string) => boolean
}

/** What is shown as stale is too old, however little its age is. */
export async function shownPrice({ valuation, isSilent }: PriceParts, instrumentId: string): Promise<LivePrice | null> {
  const price = await valuation.price(instrumentId)
  return price && isSilent(instrumentId) ? { ...price, age: Infinity } : price
}
