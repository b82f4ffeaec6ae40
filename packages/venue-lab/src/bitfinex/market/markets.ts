import type { LabClock } from '../../lab-clock.ts'
import type { BitfinexPair } from '../pair.ts'
import { type Level, Market, type Trade } from './market.ts'

/** What the book is at a time, and at which price something is traded then. */
export type MarketScript = (time: number) => { readonly levels: readonly Level[]; readonly trade?: number }

export interface MarketListener {
  changed(market: Market): void
  traded(market: Market, trade: Trade): void
}

/** All pairs of the stand-in, and whoever listens to what happens in them. */
export class Markets {
  readonly #clock: LabClock
  readonly #markets: ReadonlyMap<string, Market>
  readonly #listeners: MarketListener[] = []
  #tradeId = 1_700_000_000

  constructor(clock: LabClock, pairs: readonly BitfinexPair[], levels: Readonly<Record<string, readonly Level[]>>) {
    this.#clock = clock
    this.#markets = new Map(pairs.map((pair) => [`t${pair.pair}`, new Market(pair, levels[pair.pair] ?? [])]))
  }

  /** By the venue's symbol: `tBTCUSD`. */
  get(symbol: string): Market | null {
    return this.#markets.get(symbol) ?? null
  }

  all(): readonly Market[] {
    return [...this.#markets.values()]
  }

  /** Called in the order of their addition, after the market has changed. */
  listen(listener: MarketListener): void {
    this.#listeners.push(listener)
  }

  /** Makes these all the levels of a book. */
  replace(symbol: string, levels: readonly Level[]): void {
    const market = this.#of(symbol)
    market.replace(levels)
    for (const { changed } of this.#listeners) changed(market)
  }

  /** Best prices, with the same amount on both sides; levels between them are gone. */
  quote(symbol: string, { bid, ask, amount = 1 }: { bid: number; ask: number; amount?: number }): void {
    const rest = this.#of(symbol)
      .levels()
      .filter(([price, , side]) => (side > 0 ? price < bid : price > ask))
    this.replace(symbol, [[bid, 1, amount], [ask, 1, -amount], ...rest])
  }

  trade(symbol: string, price: number, amount = 0.01): void {
    const market = this.#of(symbol)
    const trade: Trade = [++this.#tradeId, this.#clock.now(), amount, price]
    market.trades.push(trade)
    for (const { traded } of this.#listeners) traded(market, trade)
  }

  /** Lets a market follow a script, in steps. */
  follow(symbol: string, first: number, stepMs: number, script: MarketScript): void {
    this.#clock.at(first, () => {
      const { levels, trade } = script(first)
      this.replace(symbol, levels)
      if (trade !== undefined) this.trade(symbol, trade, -0.001)
      this.follow(symbol, first + stepMs, stepMs, script)
    })
  }

  #of(symbol: string): Market {
    const market = this.get(symbol)
    if (!market) throw new Error(`The stand-in has no ${symbol}`)
    return market
  }
}
