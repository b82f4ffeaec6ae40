import type { IngestEvent, PublicTrade } from '@tradeloom/contracts'

type Trades = Extract<IngestEvent, { readonly kind: 'trades' }>

const KEPT = 50
/** Those whose trades came longest ago are forgotten. */
const MAX_INSTRUMENTS = 500

/** The last trades of each instrument that somebody listens to in this server, so that whoever comes later gets them. */
export class LiveTrades {
  readonly #kept = new Map<string, readonly PublicTrade[]>()

  /** Keeps the trades, and returns those that are new: a venue tells the last ones again after a connection. */
  take({ instrumentId, trades }: Trades): readonly PublicTrade[] {
    const known = this.#kept.get(instrumentId) ?? []
    const ids = new Set(known.map(({ id }) => id))
    const fresh = trades.filter(({ id }) => !ids.has(id))
    this.#kept.delete(instrumentId)
    this.#kept.set(instrumentId, [...known, ...fresh].slice(-KEPT))
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MAX_INSTRUMENTS && oldest !== undefined) this.#kept.delete(oldest)
    return fresh
  }

  /** Oldest first. */
  last(instrumentId: string): readonly PublicTrade[] {
    return this.#kept.get(instrumentId) ?? []
  }
}
