import { divided, toUnits, unitsText } from '../../units.ts'
import type { LabMarket } from '../../binance/market/lab-market.ts'

const EIGHT_HOURS = 8 * 3_600_000

/** What long positions pay to short ones each eight hours, and the price that it is computed from. */
export class FundingClock {
  /** Of a position's value. */
  rate = '0.00010000'
  /** What was paid so far. */
  readonly paid: { readonly symbol: string; readonly fundingRate: string; readonly fundingTime: number }[] = []
  readonly #marks = new Map<string, bigint>()

  /** From then on; the middle of bid and ask while none was set. */
  setMark(symbol: string, price: string): void {
    this.#marks.set(symbol, toUnits(price))
  }

  mark({ symbol, quote, lastPrice }: LabMarket): bigint {
    const middle = quote === null ? (lastPrice ?? 0n) : divided(quote.bid + quote.ask, toUnits('2'))
    return this.#marks.get(symbol.symbol) ?? middle
  }

  nextTime(now: number): number {
    return (Math.floor(now / EIGHT_HOURS) + 1) * EIGHT_HOURS
  }

  /** A message of the stream `btcusdt@markPrice@1s`. */
  message(market: LabMarket, now: number): object {
    const mark = unitsText(this.mark(market))
    const { rate: r } = this
    const T = this.nextTime(now)
    return { e: 'markPriceUpdate', E: now, s: market.symbol.symbol, p: mark, i: mark, P: mark, ap: mark, r, T, st: 1 }
  }
}
