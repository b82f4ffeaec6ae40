import { isTradingOpen, type ListedInstrument } from '@tradeloom/domain'
import { maxPriceAge } from '@tradeloom/domain/orders'
import type { LivePrice } from './valuation.ts'

/** A stream may say that it lives while it has no prices: they have to advance, too. */
const MUTE_MS = 5 * 60_000

export interface PriceParts {
  readonly listing: (instrumentId: string) => Promise<ListedInstrument | null>
  readonly price: (instrumentId: string) => Promise<LivePrice | null>
  readonly now: () => number
}

/** Why nobody can trade with the price of a market whose hours these are; null if all is well. `minAgeMs`: so old it may be in any case. */
export async function priceProblem(
  { listing, price, now }: PriceParts,
  instrumentId: string,
  minAgeMs: number,
): Promise<string | null> {
  const instrument = await listing(instrumentId)
  if (instrument !== null && !isTradingOpen(instrument, now())) return null
  const known = await price(instrumentId)
  if (instrument === null || known === null) return `There is no price of ${instrumentId}`
  if (known.age > Math.max(minAgeMs, maxPriceAge(instrument)))
    return `The stream of ${instrumentId} has been silent for ${Math.round(known.age / 1000)} s`
  const standing = now() - known.receivedAt
  return standing > MUTE_MS ? `The price of ${instrumentId} has stood still for ${Math.round(standing / 1000)} s` : null
}
