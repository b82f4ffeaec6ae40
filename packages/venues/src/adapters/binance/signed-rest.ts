import { KeyRefused } from '../../ports/account-reader.ts'
import type { VenueClock } from '../../ports/venue-clock.ts'
import { VenueSilent } from '../../ports/venue-silent.ts'
import { OrderDenied } from '../../wire/order-denied.ts'
import { ClockSkew } from '../../wire/clock-skew.ts'
import { BinanceError, isOfKey } from './binance-error.ts'
import { BinanceRest, type BinanceRestOptions, type RestRequest } from './binance-rest.ts'
import type { BinanceWire } from './binance-wire.ts'
import { signedQuery } from './sign-query.ts'
import { SymbolList } from './symbol-list.ts'
import type { SymbolRules } from './symbol-rules.ts'

export interface SignedRestOptions extends BinanceRestOptions {
  readonly key: string
  readonly secret: string
  /** Whatever is sent may use the whole rate budget. */
  readonly isUrgent?: boolean
}

/** The venue refuses requests that reach it, or its matching engine, later than that. */
export const RECEIVE_WINDOW_MS = 3_000
const SKEW_LASTS_MS = 30_000
/** The time of a request is not that of the venue. */
export const OFF_TIME = -1021

/** All accounts of one address share what the venue lists, which is megabytes long. */
const LISTS = new WeakMap<VenueClock, Map<string, SymbolList>>()

function listOf({ clock, url, sharedDir = null }: BinanceRestOptions, wire: BinanceWire): SymbolList {
  const lists = LISTS.get(clock) ?? new Map<string, SymbolList>()
  LISTS.set(clock, lists)
  const list = lists.get(url) ?? new SymbolList(clock, new BinanceRest({ clock, url, sharedDir }, wire), wire)
  lists.set(url, list)
  return list
}

/** Requests of one key, each sent once. */
export class SignedRest {
  readonly skew = new ClockSkew()
  readonly #clock: VenueClock
  readonly #rest: BinanceRest
  readonly #wire: BinanceWire
  readonly #key: string
  readonly #secret: string
  readonly #isUrgent: boolean
  readonly #symbols: SymbolList
  #sampledAt = -Infinity

  constructor(options: SignedRestOptions, wire: BinanceWire) {
    const { clock, key, secret, fetch, isUrgent = false } = options
    this.#clock = clock
    this.#rest = new BinanceRest(options, wire)
    this.#wire = wire
    this.#symbols = fetch ? new SymbolList(clock, this.#rest, wire) : listOf(options, wire)
    this.#key = key
    this.#secret = secret
    this.#isUrgent = isUrgent
  }

  /** UTC milliseconds here. */
  now(): number {
    return this.#clock.now()
  }

  /** UTC milliseconds at the venue. */
  venueNow(): number {
    return this.#clock.now() - Math.round(this.skew.ms)
  }

  /** Until when nothing may be sent, UTC milliseconds; null while requests are allowed. */
  get silentUntil(): number | null {
    return this.#rest.budget.silentUntil
  }

  /** The venue's symbol of an instrument. Throws OrderDenied for those of other markets. */
  symbolIn(instrumentId: string): string {
    const symbol = this.#wire.symbolOf(instrumentId)
    if (symbol === null) throw new OrderDenied('Instrument not available')
    return symbol
  }

  /** The rules of a symbol; undefined for one that the venue does not list. */
  async rulesOf(symbol: string): Promise<SymbolRules | undefined> {
    return (await this.#symbols.readSoon(this.#isUrgent ? 'urgent' : 'look-up')).get(symbol)
  }

  /** Learns how far the clocks are apart, if that is not known of late. */
  async sampleTime(): Promise<void> {
    if (this.#clock.now() - this.#sampledAt < SKEW_LASTS_MS) return
    const path = `${this.#wire.path}/time`
    const request = { method: 'GET', path, query: '', weight: 1, priority: 'urgent' } as const
    const sentAt = this.#clock.now()
    const { serverTime } = (await this.#rest.send(request)) as { serverTime?: unknown }
    if (typeof serverTime !== 'number') return
    this.#sampledAt = this.#clock.now()
    this.skew.answer({ sentAt, receivedAt: this.#sampledAt, venueTime: serverTime })
  }

  async send(
    { path, method, weight, priority }: Omit<RestRequest, 'query' | 'key'>,
    params: Readonly<Record<string, string>>,
  ): Promise<unknown> {
    const stamped = { ...params, recvWindow: String(RECEIVE_WINDOW_MS), timestamp: String(this.venueNow()) }
    const query = signedQuery(stamped, this.#secret)
    const key = this.#key
    try {
      return await this.#rest.send({ method, path, query, weight, priority: this.#isUrgent ? 'urgent' : priority, key })
    } catch (error) {
      if (error instanceof BinanceError && error.code === OFF_TIME) this.forgetTime()
      throw error
    }
  }

  /** Of what trades nothing. Rejects with KeyRefused if the venue refuses the key, with VenueSilent while it wants nothing. */
  async read(
    { path, weight, priority }: Pick<RestRequest, 'path' | 'weight' | 'priority'>,
    params: Readonly<Record<string, string>>,
  ): Promise<unknown> {
    const until = this.silentUntil
    if (until !== null) throw new VenueSilent(until)
    await this.sampleTime()
    try {
      return await this.send({ method: 'GET', path, weight, priority }, params)
    } catch (error) {
      throw isOfKey(error) ? new KeyRefused((error as Error).message) : error
    }
  }

  /** A request that states the key and is not signed, about the key's own stream. */
  async keyed(method: 'POST' | 'PUT', path: string): Promise<unknown> {
    const key = this.#key
    return this.#rest.send({ method, path, query: '', weight: 1, priority: 'urgent', key })
  }

  /** What was measured before a clock was set would count for minutes, and closings and cancellations be refused. */
  forgetTime(): void {
    this.skew.forget()
    this.#sampledAt = -Infinity
  }
}
