import { type Drizzle, readListings } from '@tradeloom/database'
import type { ListedInstrument } from '@tradeloom/domain'

/** What venues list changes rarely, and every valuation reads it. */
const LISTINGS_MS = 2_000

export function cachedListings(db: Pick<Drizzle, 'select'>, now: () => number): () => Promise<ListedInstrument[]> {
  let known: { readonly until: number; readonly value: Promise<ListedInstrument[]> } | null = null
  return () => {
    if (known && known.until > now()) return known.value
    const value = readListings(db)
    known = { until: now() + LISTINGS_MS, value }
    value.catch(() => (known = null))
    return value
  }
}
