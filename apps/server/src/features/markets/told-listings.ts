import type { VenueListed } from '@tradeloom/contracts'
import { type Drizzle, readListings } from '@tradeloom/database'
import type { ListedInstrument } from '@tradeloom/domain'
import type { MarketFeed } from '@tradeloom/venues'

/** Asks a venue what it lists. */
export type ListingSource = Pick<MarketFeed, 'instruments' | 'health' | 'close'>

/** Several reports, of which each may be lost. */
const LASTS_MS = 180_000

/**
 * What venues list that answer an account alone. Only the process that holds the key can ask them: it tells the server that
 * runs it, and others find what that one has stored.
 */
export class ToldListings {
  readonly #db: Drizzle
  readonly #now: () => number
  readonly #told = new Map<string, { readonly event: VenueListed; readonly at: number }>()

  constructor(db: Drizzle, now: () => number) {
    this.#db = db
    this.#now = now
  }

  take(event: VenueListed): void {
    this.#told.set(event.venueId, { event, at: this.#now() })
  }

  sourceOf(venueId: string): ListingSource {
    return { instruments: () => this.#listed(venueId), close: () => void this.#told.delete(venueId) }
  }

  async #listed(venueId: string): Promise<readonly ListedInstrument[]> {
    const told = this.#told.get(venueId)
    if (told && this.#now() - told.at < LASTS_MS) {
      if (told.event.kind === 'unlisted') throw new Error(told.event.message)
      return told.event.listings
    }
    const stored = (await readListings(this.#db)).filter(
      ({ broker, status }) => broker === venueId && (status === 'active' || status === 'halted'),
    )
    if (stored.length === 0) throw new Error('It has not been asked yet with the marked connection')
    return stored
  }
}
