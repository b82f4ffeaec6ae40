import type { VenueClock } from '../../ports/venue-clock.ts'
import type { Priority } from '../../wire/rate-budget.ts'
import type { BinanceRest } from './binance-rest.ts'
import type { BinanceWire } from './binance-wire.ts'
import type { SymbolRules } from './symbol-rules.ts'

/** The list is megabytes long. */
const FRESH_MS = 5 * 60_000

/** What the venue lists, as of at most some minutes ago. */
export class SymbolList {
  readonly #clock: VenueClock
  readonly #rest: BinanceRest
  readonly #wire: BinanceWire
  #symbols: ReadonlyMap<string, SymbolRules> | null = null
  #askedAt = -Infinity
  #asking: Promise<ReadonlyMap<string, SymbolRules>> | null = null

  constructor(clock: VenueClock, rest: BinanceRest, wire: BinanceWire) {
    this.#clock = clock
    this.#rest = rest
    this.#wire = wire
  }

  /** As far as it is known; null before the first answer. */
  get known(): ReadonlyMap<string, SymbolRules> | null {
    return this.#symbols
  }

  /** As it is known, however old, while it is read again: what has changed since, the venue refuses. */
  async readSoon(priority: Priority): Promise<ReadonlyMap<string, SymbolRules>> {
    if (!this.#symbols) return this.read(priority)
    this.read().catch(() => undefined)
    return this.#symbols
  }

  async read(priority: Priority = 'look-up'): Promise<ReadonlyMap<string, SymbolRules>> {
    if (this.#symbols && this.#clock.now() - this.#askedAt < FRESH_MS) return this.#symbols
    this.#asking ??= this.#ask(priority).finally(() => (this.#asking = null))
    return this.#asking
  }

  async #ask(priority: Priority): Promise<ReadonlyMap<string, SymbolRules>> {
    // Rejects without a budget instead of waiting: others may wait for this list together with those of other venues.
    const { path, list } = this.#wire
    const { query, weight } = list
    const body = await this.#rest.send({ method: 'GET', path: `${path}/exchangeInfo`, query, weight, priority })
    const { symbols, weightLimit } = list.read(body)
    if (weightLimit !== null) this.#rest.budget.setLimit(weightLimit)
    this.#symbols = symbols
    this.#askedAt = this.#clock.now()
    return symbols
  }
}
