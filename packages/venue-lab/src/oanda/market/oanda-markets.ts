import { amountText, divided, times, toAmount } from '../amount.ts'
import type { LabInstrument } from '../instrument.ts'
import type { LabMinute } from './minute.ts'
import { OandaMarket } from './oanda-market.ts'

/** What the venue keeps when it exchanges a profit into the currency of an account, and adds to a loss. */
const CONVERSION_SHARE = '0.005'

/** From the second currency of an instrument into that of an account. */
export interface Conversion {
  readonly mid: bigint
  readonly gain: bigint
  readonly loss: bigint
}

export type QuoteListener = (market: OandaMarket) => void

/** All instruments, and who listens to their prices. */
export class OandaMarkets {
  readonly #markets = new Map<string, OandaMarket>()
  readonly #listeners = new Set<QuoteListener>()
  readonly #now: () => number
  readonly #nanoseconds: () => number

  constructor(
    instruments: readonly LabInstrument[],
    history: Readonly<Record<string, readonly LabMinute[]>>,
    clock: { readonly now: () => number; readonly nanoseconds: () => number },
  ) {
    this.#now = clock.now
    this.#nanoseconds = clock.nanoseconds
    for (const one of instruments) this.#markets.set(one.name, new OandaMarket(one, history[one.name]))
  }

  get(name: string): OandaMarket | null {
    return this.#markets.get(name) ?? null
  }

  all(): readonly OandaMarket[] {
    return [...this.#markets.values()]
  }

  /**
   * Called in the order of their addition, after a quote or the state of an instrument has changed. Returns how to stop
   * listening.
   */
  listen(listener: QuoteListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Makes a quote happen now. `liquidity`: units that can be dealt at it, 10,000,000 if omitted. */
  quote(name: string, bid: string, ask: string, liquidity: number | null = null): void {
    const market = this.#named(name)
    const { displayPrecision } = market.instrument
    const [bidPrice, askPrice] = [toAmount(bid), toAmount(ask)]
    market.apply(
      {
        time: this.#now(),
        nanoseconds: this.#nanoseconds(),
        bid: bidPrice,
        ask: askPrice,
        bidText: amountText(bidPrice, displayPrecision),
        askText: amountText(askPrice, displayPrecision),
      },
      liquidity === null ? null : BigInt(liquidity),
    )
    this.#notify(market)
  }

  setTradeable(name: string, isTradeable: boolean): void {
    const market = this.#named(name)
    if (market.isTradeable === isTradeable) return
    market.isTradeable = isTradeable
    this.#notify(market)
  }

  /** Null if no instrument joins the two currencies, or none has a price. */
  conversion(from: string, home: string): Conversion | null {
    if (from === home) return { mid: toAmount('1'), gain: toAmount('1'), loss: toAmount('1') }
    const direct = this.get(`${from}_${home}`)?.mid ?? null
    const inverse = this.get(`${home}_${from}`)?.mid ?? null
    const mid = direct ?? (inverse === null ? null : divided(toAmount('1'), inverse))
    if (mid === null) return null
    const share = times(mid, toAmount(CONVERSION_SHARE))
    return { mid, gain: mid - share, loss: mid + share }
  }

  #named(name: string): OandaMarket {
    const market = this.get(name)
    if (market === null) throw new Error(`The stand-in has no instrument ${name}`)
    return market
  }

  #notify(market: OandaMarket): void {
    for (const listener of this.#listeners) listener(market)
  }
}
