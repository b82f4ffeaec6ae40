import type { BookWanted, IngestEvent, VenueFeed, WantedFeed, WantFeeds } from '@tradeloom/contracts'
import type { MarketFeed, VenueAdapter, VenueClock } from '@tradeloom/venues'
import { AccountFeed } from './account-feed.ts'
import { ExtraStreams } from './extra-streams.ts'
import type { AccountFeedOptions } from '../../trading-core/connections/open-account-feed.ts'
import { PriceStream } from './price-stream.ts'

export interface IngestOptions {
  readonly adapters: readonly VenueAdapter[]
  readonly clock: VenueClock
  readonly emit: (event: IngestEvent) => void
  /** Opens prices with the key of a connection. */
  readonly openAccountFeed: (options: AccountFeedOptions) => Promise<MarketFeed>
}

/** What is open of an instrument. */
interface OpenInstrument {
  readonly prices: PriceStream
  readonly extras: ExtraStreams
}

/** Keeps the streams of wanted instruments open, and closes those of others. */
export class Ingest {
  readonly #options: IngestOptions
  readonly #feeds = new Map<string, MarketFeed>()
  readonly #open = new Map<string, OpenInstrument>()
  /** Of venues that show prices to an account alone, with the login as text. */
  readonly #accounts = new Map<string, { readonly feed: AccountFeed; readonly login: string }>()
  #urls: WantFeeds['venueUrls'] = {}
  #last: Omit<WantFeeds, 'do'> | null = null

  constructor(options: IngestOptions) {
    this.#options = options
  }

  want(all: Omit<WantFeeds, 'do'>): void {
    const { marketDir, feeds: wanted, venueUrls, venues, logins } = all
    const moved = this.#move(venueUrls)
    // Also what a venue that is off still owes an answer to.
    for (const id of this.#feeds.keys()) if (!venues.includes(id)) moved.add(id)
    for (const [id, { login }] of this.#accounts) if (login !== JSON.stringify(logins[id])) moved.add(id)
    const ids = new Set(wanted.map(({ instrumentId }) => instrumentId))
    for (const [id, open] of this.#open) {
      if (ids.has(id) && !moved.has(venueOf(id))) continue
      this.#open.delete(id)
      close(open)
    }
    for (const venueId of moved) {
      this.#feeds.get(venueId)?.close()
      this.#feeds.delete(venueId)
      this.#accounts.get(venueId)?.feed.close()
      this.#accounts.delete(venueId)
    }
    for (const venueId of venues) this.#openAccount(venueId, all)
    for (const one of wanted) {
      if (!venues.includes(venueOf(one.instrumentId))) continue
      const open = this.#open.get(one.instrumentId) ?? this.#begin(marketDir, one)
      open?.extras.want(one.extra)
    }
  }

  refreshBook({ instrumentId }: BookWanted): void {
    this.#open.get(instrumentId)?.extras.refreshBook()
  }

  /** What is open at each venue. */
  states(): VenueFeed[] {
    return [...this.#feeds].map(([venueId, feed]) => {
      const streams = [...this.#open].flatMap(([id, { prices }]) => (venueOf(id) === venueId ? [prices] : []))
      const count = (condition: PriceStream['condition']): number =>
        streams.filter((one) => one.condition === condition).length
      const heard = streams.flatMap(({ heardAt }) => heardAt ?? [])
      return {
        venueId,
        open: streams.length,
        live: count('live'),
        stale: count('silent'),
        heardAt: heard.length === 0 ? null : Math.max(...heard),
        ...(feed.health?.() ?? { budget: null, skew: null }),
      }
    })
  }

  stop(): void {
    for (const open of this.#open.values()) close(open)
    for (const feed of this.#feeds.values()) feed.close()
    for (const { feed } of this.#accounts.values()) feed.close()
    this.#open.clear()
    this.#feeds.clear()
    this.#accounts.clear()
  }

  /** What is wanted of the venue begins when its key was opened. */
  #openAccount(venueId: string, all: Omit<WantFeeds, 'do'>): void {
    const { adapters, clock, emit, openAccountFeed } = this.#options
    const adapter = adapters.find(({ id }) => id === venueId)
    const login = all.logins[venueId]
    this.#last = all
    if (!adapter || !login || this.#accounts.has(venueId)) return
    const of = { adapter, login, urls: all.venueUrls[venueId] ?? {}, marketDir: all.marketDir }
    const opened = (feed: MarketFeed): void => {
      this.#feeds.set(venueId, feed)
      if (this.#last) this.want(this.#last)
    }
    const feed = new AccountFeed({ venueId, clock, emit, open: () => openAccountFeed(of), opened })
    this.#accounts.set(venueId, { feed, login: JSON.stringify(login) })
  }

  /** Which venues have other addresses than before. */
  #move(urls: WantFeeds['venueUrls']): Set<string> {
    const before = this.#urls
    this.#urls = urls
    const ids = Object.keys({ ...before, ...urls })
    return new Set(ids.filter((id) => JSON.stringify(before[id]) !== JSON.stringify(urls[id])))
  }

  #begin(marketDir: string, { instrumentId, candlesFrom }: WantedFeed): OpenInstrument | null {
    const { clock, emit } = this.#options
    const feed = this.#feedOf(instrumentId, marketDir)
    if (feed === null) {
      // Of a venue whose key is not open yet, it is wanted again then.
      if (!this.#accounts.has(venueOf(instrumentId)))
        emit({ kind: 'failed', instrumentId, message: 'No venue has this instrument' })
      return null
    }
    const parts = { feed, clock, emit, instrumentId }
    const open = { prices: new PriceStream({ ...parts, marketDir, candlesFrom }), extras: new ExtraStreams(parts) }
    this.#open.set(instrumentId, open)
    return open
  }

  #feedOf(instrumentId: string, marketDir: string): MarketFeed | null {
    const venueId = venueOf(instrumentId)
    const known = this.#feeds.get(venueId)
    if (known) return known
    const { adapters, clock } = this.#options
    const context = { clock, urls: this.#urls[venueId] ?? {}, sharedDir: marketDir }
    const feed = adapters.find(({ id }) => id === venueId)?.openFeed?.(context)
    if (!feed) return null
    this.#feeds.set(venueId, feed)
    return feed
  }
}

function venueOf(instrumentId: string): string {
  return instrumentId.slice(instrumentId.indexOf(':') + 1)
}

function close({ prices, extras }: OpenInstrument): void {
  prices.close()
  extras.want([])
}
