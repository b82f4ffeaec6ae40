import type { VenueClock } from '../../ports/venue-clock.ts'
import type { Priority } from '../../wire/rate-budget.ts'
import type { BitfinexRest } from './bitfinex-rest.ts'
import { type PairRules, readPairs } from './pair-rules.ts'
import { decimalOf, rowOf, rowsOf, textOf } from './read-json.ts'

const FRESH_MS = 5 * 60_000
const LISTS = '/v2/conf/pub:info:pair,pub:list:pair:margin,pub:map:currency:sym'

export type Pairs = ReadonlyMap<string, PairRules>

/** What the venue lists, as of at most some minutes ago, by the ids of instruments. */
export class PairList {
  readonly #clock: VenueClock
  readonly #rest: BitfinexRest
  #pairs: Pairs | null = null
  #names: ReadonlyMap<string, string> = new Map()
  #askedAt = -Infinity
  #asking: Promise<Pairs> | null = null

  constructor(clock: VenueClock, rest: BitfinexRest) {
    this.#clock = clock
    this.#rest = rest
  }

  /** As far as it is known; null before the first answer. */
  get known(): Pairs | null {
    return this.#pairs
  }

  /** As others write a currency of the venue. Once the list was read. */
  nameOf(code: string): string {
    return this.#names.get(code) ?? code
  }

  /** As it is known, however old, while it is read again: what has changed since, the venue refuses. */
  async readSoon(priority: Priority): Promise<Pairs> {
    if (!this.#pairs) return this.read(priority)
    this.read().catch(() => undefined)
    return this.#pairs
  }

  async read(priority: Priority = 'look-up'): Promise<Pairs> {
    if (this.#pairs && this.#clock.now() - this.#askedAt < FRESH_MS) return this.#pairs
    this.#asking ??= this.#ask(priority).finally(() => (this.#asking = null))
    return this.#asking
  }

  /** By the venue's symbol, in the middle of bid and ask. */
  async prices(): Promise<ReadonlyMap<string, number>> {
    const body = await this.#rest.send({ method: 'GET', path: '/v2/tickers?symbols=ALL', priority: 'look-up' })
    return new Map(rowsOf(body).flatMap(([symbol, ...fields]) => priceOf(textOf(symbol), fields)))
  }

  /** Whether the venue is not in maintenance. */
  async isOperative(): Promise<boolean> {
    const body = await this.#rest.send({ method: 'GET', path: '/v2/platform/status', priority: 'look-up' })
    return decimalOf(rowOf(body)[0]) === 1
  }

  async #ask(priority: Priority): Promise<Pairs> {
    const lists = rowOf(await this.#rest.send({ method: 'GET', path: LISTS, priority }))
    const { pairs, names } = readPairs(lists)
    this.#names = names
    this.#pairs = new Map(pairs.map((one) => [one.instrumentId, one]))
    this.#askedAt = this.#clock.now()
    return this.#pairs
  }
}

/** None for what was never traded, and for the currencies that are lent. */
function priceOf(symbol: string, [bid, , ask]: readonly unknown[]): readonly (readonly [string, number])[] {
  if (!symbol.startsWith('t') || bid === null || ask === null) return []
  return [[symbol, (decimalOf(bid) + decimalOf(ask)) / 2]]
}
