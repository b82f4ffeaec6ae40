import { isTradingOpen, type ListedInstrument } from '@tradeloom/domain'
import { maxPriceAge } from '@tradeloom/domain/orders'
import { type HeardPrice, StandingSkew, type SteadyAges } from '@tradeloom/trading'
import type { LivePrice } from '../../trading-core/prices/valuation.ts'
import type { HeldPosition } from './stored-guards.ts'

/** A market that has been open for longer is as any other. */
const OPENED_MS = 60_000
const SECOND_MS = 1_000

export interface Pricing {
  instrument(id: string): Promise<ListedInstrument | null>
  price(id: string): Promise<LivePrice | null>
  rate(instrument: ListedInstrument, currency: string): Promise<number>
}

export interface PricedAccount {
  readonly currency: string
  readonly positions: readonly HeldPosition[]
  /** Markets of running sessions. */
  readonly instrumentIds: readonly string[]
}

export interface AccountAtPrices {
  /** Profit of open positions. */
  readonly open: number
  /** What they are worth; of opposite positions of one market the larger side. */
  readonly exposure: number
  readonly prices: ReadonlyMap<string, HeardPrice>
  /** The number of the newest quote of each market of an open position, and of each market of all. */
  readonly quotes: ReadonlyMap<string, number>
  readonly newest: ReadonlyMap<string, number>
  readonly skewMs: number | null
}

interface Market {
  readonly instrument: ListedInstrument
  readonly price: LivePrice
}

/** Until then, a price that is missing is only late. */
const MISSING_MS = 10_000

/** What the newest prices say of an account, look after look. */
export class AccountPrices {
  readonly #pricing: Pricing
  readonly #now: () => number
  /** What was last known of one unit of each open position, in the currency of the account. */
  #units: ReadonlyMap<string, { readonly move: number; readonly value: number }> = new Map()
  #skews: ReadonlyMap<string, StandingSkew> = new Map()
  /** When markets of positions were last closed, by a clock that nobody sets. */
  readonly #closedAt = new Map<string, number>()
  /** Since when markets of positions have been without a price, or without one that converts it, by the same clock. */
  readonly #missingSince = new Map<string, number>()

  constructor(pricing: Pricing, now: () => number) {
    this.#pricing = pricing
    this.#now = now
  }

  async look({ currency, positions, instrumentIds }: PricedAccount, ages: SteadyAges): Promise<AccountAtPrices> {
    const held = new Set(positions.map(({ instrumentId }) => instrumentId))
    const markets = await this.#markets(new Set([...held, ...instrumentIds]))
    const prices = new Map<string, HeardPrice>()
    const quotes = new Map<string, number>()
    const rates = new Map<string, number>()
    for (const [id, { instrument, price }] of markets) {
      if (!held.has(id)) continue
      const rate = await this.#pricing.rate(instrument, currency)
      if (!Number.isFinite(rate)) continue
      rates.set(id, rate)
      quotes.set(id, price.sequence)
      prices.set(id, this.#heard(instrument, price, ages))
    }
    for (const id of held) if (!prices.has(id)) prices.set(id, await this.#missing(id))
    for (const id of this.#missingSince.keys()) if (prices.get(id)?.isMissing !== true) this.#missingSince.delete(id)
    return {
      ...this.#valued(positions, markets, rates),
      prices,
      quotes,
      newest: new Map([...markets].map(([id, { price }]) => [id, price.sequence])),
      skewMs: this.#skewOf(markets),
    }
  }

  async #markets(ids: ReadonlySet<string>): Promise<Map<string, Market>> {
    const markets = new Map<string, Market>()
    for (const id of ids) {
      const instrument = await this.#pricing.instrument(id)
      const price = instrument && (await this.#pricing.price(id))
      if (instrument && price) markets.set(id, { instrument, price })
    }
    return markets
  }

  /** A guardian that has just begun has heard no price yet, and on a weekend none comes. */
  async #missing(id: string): Promise<HeardPrice> {
    const now = this.#now()
    const instrument = await this.#pricing.instrument(id)
    const isMarketClosed = instrument !== null && !isTradingOpen(instrument, now)
    const since = isMarketClosed ? performance.now() : (this.#missingSince.get(id) ?? performance.now())
    this.#missingSince.set(id, since)
    return { isMissing: true, heardAt: now - (performance.now() - since), isMarketClosed, maxAgeMs: MISSING_MS }
  }

  #heard(instrument: ListedInstrument, price: LivePrice, ages: SteadyAges): HeardPrice {
    const now = this.#now()
    const isMarketClosed = !isTradingOpen(instrument, now)
    const key = `price of ${instrument.id}`
    const age = ages.ageOf(key, now - price.age)
    if (isMarketClosed) this.#closedAt.set(instrument.id, performance.now())
    // A weekend, or a halt, makes no price stale.
    const openFor = performance.now() - (this.#closedAt.get(instrument.id) ?? -Infinity)
    const heardAt = now - Math.min(age, openFor, openByCalendar(instrument, now))
    return { heardAt, isMarketClosed, maxAgeMs: maxPriceAge(instrument) }
  }

  /** A position that has no price counts as it did last: it must not keep the others from being judged. */
  #valued(
    positions: readonly HeldPosition[],
    markets: ReadonlyMap<string, Market>,
    rates: ReadonlyMap<string, number>,
  ): Pick<AccountAtPrices, 'open' | 'exposure'> {
    let open = 0
    const units = new Map<string, { move: number; value: number }>()
    const sides = new Map<string, { LONG: number; SHORT: number }>()
    for (const { id, instrumentId, direction, quantity, openPrice, profit } of positions) {
      const [price, rate] = [markets.get(instrumentId)?.price, rates.get(instrumentId)]
      let unit = this.#units.get(id) ?? { move: 0, value: 0 }
      if (price !== undefined && rate !== undefined) {
        const move = direction === 'LONG' ? price.bid - openPrice : openPrice - price.ask
        unit = { move: move * rate, value: ((price.bid + price.ask) / 2) * rate }
      }
      units.set(id, unit)
      open += profit + unit.move * quantity
      const side = sides.get(instrumentId) ?? { LONG: 0, SHORT: 0 }
      side[direction] += unit.value * quantity
      sides.set(instrumentId, side)
    }
    this.#units = units
    const exposure = [...sides.values()].reduce((sum, { LONG, SHORT }) => sum + Math.max(LONG, SHORT), 0)
    return { open, exposure }
  }

  /** Of the market that is furthest apart. */
  #skewOf(markets: ReadonlyMap<string, Market>): number | null {
    const at = performance.now()
    this.#skews = new Map([...markets.keys()].map((id) => [id, this.#skews.get(id) ?? new StandingSkew()]))
    for (const [id, { price }] of markets) {
      this.#skews.get(id)?.see(price.sequence, price.receivedAt - price.time, at)
    }
    const known = [...this.#skews.values()].flatMap(({ ms }) => ms ?? [])
    return known.toSorted((a, b) => Math.abs(b) - Math.abs(a))[0] ?? null
  }
}

/** For how long a market has been open. */
function openByCalendar(instrument: ListedInstrument, now: number): number {
  if (isTradingOpen(instrument, now - OPENED_MS)) return Infinity
  let ms = 0
  while (ms < OPENED_MS && isTradingOpen(instrument, now - ms)) ms += SECOND_MS
  return ms
}
