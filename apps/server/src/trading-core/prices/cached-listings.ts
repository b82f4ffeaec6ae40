import { type Drizzle, readListings, readListingsStamp } from '@tradeloom/database'
import type { ListedInstrument } from '@tradeloom/domain'

/** Every valuation reads what venues list, which are thousands of instruments and change rarely. */
const LOOK_MS = 2_000

export function cachedListings(db: Pick<Drizzle, 'select'>, now: () => number): () => Promise<ListedInstrument[]> {
  let known: { readonly until: number; readonly value: Promise<ListedInstrument[]> } | null = null
  let read: { readonly stamp: string; readonly listings: ListedInstrument[] } | null = null
  const look = async (): Promise<ListedInstrument[]> => {
    // Before the list: what changes in between is read again.
    const stamp = await readListingsStamp(db)
    if (read?.stamp !== stamp) read = { stamp, listings: await readListings(db) }
    return read.listings
  }
  return () => {
    if (known && known.until > now()) return known.value
    const value = look()
    known = { until: now() + LOOK_MS, value }
    value.catch(() => (known = null))
    return value
  }
}
