import type { IngestEvent, WantedFeed } from '@tradeloom/contracts'
import type { MarketFeed, VenueAdapter, VenueClock } from '@tradeloom/venues'
import { ExtraStreams } from './extra-streams.ts'
import { PriceStream } from './price-stream.ts'

export interface IngestOptions {
  readonly adapters: readonly VenueAdapter[]
  readonly clock: VenueClock
  readonly emit: (event: IngestEvent) => void
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

  constructor(options: IngestOptions) {
    this.#options = options
  }

  want(marketDir: string, wanted: readonly WantedFeed[]): void {
    const ids = new Set(wanted.map(({ instrumentId }) => instrumentId))
    for (const [id, open] of this.#open) {
      if (ids.has(id)) continue
      this.#open.delete(id)
      close(open)
    }
    for (const one of wanted) {
      const open = this.#open.get(one.instrumentId) ?? this.#begin(marketDir, one)
      open?.extras.want(one.extra)
    }
  }

  stop(): void {
    for (const open of this.#open.values()) close(open)
    for (const feed of this.#feeds.values()) feed.close()
    this.#open.clear()
    this.#feeds.clear()
  }

  #begin(marketDir: string, { instrumentId, candlesFrom }: WantedFeed): OpenInstrument | null {
    const { clock, emit } = this.#options
    const feed = this.#feedOf(instrumentId)
    if (feed === null) {
      emit({ kind: 'failed', instrumentId, message: 'No venue has this instrument' })
      return null
    }
    const parts = { feed, clock, emit, instrumentId }
    const open = { prices: new PriceStream({ ...parts, marketDir, candlesFrom }), extras: new ExtraStreams(parts) }
    this.#open.set(instrumentId, open)
    return open
  }

  #feedOf(instrumentId: string): MarketFeed | null {
    const venueId = instrumentId.slice(instrumentId.indexOf(':') + 1)
    const known = this.#feeds.get(venueId)
    if (known) return known
    const { adapters, clock } = this.#options
    const feed = adapters.find(({ id }) => id === venueId)?.openFeed?.({ clock })
    if (!feed) return null
    this.#feeds.set(venueId, feed)
    return feed
  }
}

function close({ prices, extras }: OpenInstrument): void {
  prices.close()
  extras.want([])
}
