import type { VenueClock } from '../../ports/venue-clock.ts'
import { ClockSkew } from '../../wire/clock-skew.ts'
import { BinanceRest, type Fetch, type RestRequest } from './binance-rest.ts'
import { signedQuery } from './sign-query.ts'
import { SymbolList } from './symbol-list.ts'

export interface SignedRestOptions {
  readonly clock: VenueClock
  readonly url: string
  readonly key: string
  readonly secret: string
  readonly fetch?: Fetch
}

/** The venue refuses requests that reach it, or its matching engine, later than that. */
export const RECEIVE_WINDOW_MS = 3_000
const SKEW_LASTS_MS = 30_000

/** Requests of one key, each sent once. */
export class SignedRest {
  readonly symbols: SymbolList
  readonly skew = new ClockSkew()
  readonly #clock: VenueClock
  readonly #rest: BinanceRest
  readonly #key: string
  readonly #secret: string
  #sampledAt = -Infinity

  constructor({ clock, url, key, secret, fetch }: SignedRestOptions) {
    this.#clock = clock
    this.#rest = new BinanceRest({ clock, url, ...(fetch ? { fetch } : {}) })
    this.symbols = new SymbolList(clock, this.#rest)
    this.#key = key
    this.#secret = secret
  }

  /** UTC milliseconds here. */
  now(): number {
    return this.#clock.now()
  }

  /** UTC milliseconds at the venue. */
  venueNow(): number {
    return this.#clock.now() - Math.round(this.skew.ms)
  }

  /** Learns how far the clocks are apart, if that is not known of late. */
  async sampleTime(): Promise<void> {
    if (this.#clock.now() - this.#sampledAt < SKEW_LASTS_MS) return
    const request = { method: 'GET', path: '/api/v3/time', query: '', weight: 1, priority: 'urgent' } as const
    const { serverTime } = (await this.#rest.send(request)) as { serverTime?: unknown }
    if (typeof serverTime !== 'number') return
    this.#sampledAt = this.#clock.now()
    this.skew.sample(this.#sampledAt, serverTime)
  }

  async send(
    { path, method, weight, priority }: Omit<RestRequest, 'query' | 'key'>,
    params: Readonly<Record<string, string>>,
  ): Promise<unknown> {
    const stamped = { ...params, recvWindow: String(RECEIVE_WINDOW_MS), timestamp: String(this.venueNow()) }
    const query = signedQuery(stamped, this.#secret)
    return this.#rest.send({ method, path, query, weight, priority, key: this.#key })
  }
}
