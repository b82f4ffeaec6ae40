import type { CurrencyPrice, MarketInstrument } from '@tradeloom/contracts'
import { findCurrency, peggedCurrency, shownCurrency } from '@tradeloom/domain'
import type { MarketService } from './market.service.ts'

/** How long a list is kept: it is for everybody, and reads prices of every instrument. */
const FRESH_MS = 10_000
const DAY = 86_400_000
/** Older prices are none: longer than a weekend with a holiday. */
const RECENT_MS = 4 * DAY

interface Price {
  readonly simulated: boolean
  readonly time: number
  /** Dollars for one unit. */
  readonly price: number
  readonly percentChange24h: number | null
}

/**
 * Every currency of the shared instruments, with its newest price in dollars and how it has changed in 24 hours. A real
 * price, however old, comes before a simulated one.
 */
export class CurrencyPrices {
  readonly #market: Pick<MarketService, 'list' | 'bars'>
  readonly #now: () => number
  #kept: { readonly until: number; readonly list: Promise<CurrencyPrice[]> } | null = null

  constructor(market: Pick<MarketService, 'list' | 'bars'>, now: () => number) {
    this.#market = market
    this.#now = now
  }

  list(): Promise<CurrencyPrice[]> {
    if (this.#kept && this.#kept.until > this.#now()) return this.#kept.list
    const kept = { until: this.#now() + FRESH_MS, list: this.#read() }
    this.#kept = kept
    kept.list.catch(() => {
      if (this.#kept === kept) this.#kept = null
    })
    return kept.list
  }

  async #read(): Promise<CurrencyPrice[]> {
    const instruments = await this.#market.list(null)
    const prices = new Map<string, Price>([
      ['USD', { simulated: false, time: this.#now(), price: 1, percentChange24h: 0 }],
    ])
    for (const instrument of instruments) {
      const currency = pricedBy(instrument)
      const price = currency === null ? null : await this.#priceOf(instrument)
      if (currency === null || price === null) continue
      const known = prices.get(currency)
      if (!known || isBetter(price, known)) prices.set(currency, price)
    }
    const symbols = new Set(instruments.flatMap(({ dealt, quote }) => [shownCurrency(dealt), shownCurrency(quote)]))
    return [...symbols].toSorted().map((symbol) => ({
      symbol,
      name: findCurrency(symbol)?.name ?? symbol,
      price: null,
      simulated: false,
      time: null,
      percentChange24h: null,
      ...prices.get(symbol),
    }))
  }

  async #priceOf(instrument: MarketInstrument): Promise<Price | null> {
    const now = this.#now()
    const { price: live } = instrument
    const stored = await this.#lastBefore(instrument, now)
    const newest =
      live && live.time >= (stored?.time ?? 0) ? { time: live.time, mid: (live.bid + live.ask) / 2 } : stored
    if (!newest || newest.time < now - RECENT_MS) return null
    const before = await this.#lastBefore(instrument, newest.time - DAY)
    const isInverse = shownCurrency(instrument.dealt) === 'USD'
    const inDollars = (mid: number): number => (isInverse ? 1 / mid : mid)
    const price = inDollars(newest.mid)
    return {
      simulated: instrument.simulated,
      time: newest.time,
      price,
      percentChange24h: before && (100 * price) / inDollars(before.mid) - 100,
    }
  }

  /** The close of the last stored minute that had begun by then; null without a recent one. */
  async #lastBefore({ id, series }: MarketInstrument, time: number): Promise<{ time: number; mid: number } | null> {
    if (!series.some(({ first, last }) => first <= time && last >= time - RECENT_MS)) return null
    const [start, end] = [time - RECENT_MS, time].map((at) => new Date(at).toISOString()) as [string, string]
    const { window } = await this.#market.bars({ instrumentId: id, interval: 'M1', start, end, limit: 1 }, null)
    const [row] = window.rows()
    if (!row) return null
    const [begin, , , , bidClose, , , , askClose] = row as number[]
    return { time: begin as number, mid: ((bidClose as number) + (askClose as number)) / 2 }
  }
}

function isBetter(price: Price, known: Price): boolean {
  return price.simulated === known.simulated ? price.time > known.time : known.simulated
}

/** The currency whose price in dollars an instrument has; null for others. */
function pricedBy({ dealt, quote }: MarketInstrument): string | null {
  const [base, counter] = [shownCurrency(dealt), shownCurrency(quote)]
  if (peggedCurrency(counter) === 'USD') return base
  return base === 'USD' ? counter : null
}
