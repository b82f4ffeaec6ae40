import { toAmount } from '../amount.ts'
import type { LabInstrument } from '../instrument.ts'
import type { LabMinute, Ohlc } from './minute.ts'

const MINUTE = 60_000
const USUAL_LIQUIDITY = 10_000_000n

/** What can be dealt at. */
export interface LabQuote {
  /** UTC milliseconds, and the nanoseconds within. */
  readonly time: number
  readonly nanoseconds: number
  readonly bid: bigint
  readonly ask: bigint
  readonly bidText: string
  readonly askText: string
}

/** One instrument: its price now and the minutes that it has had. */
export class OandaMarket {
  readonly instrument: LabInstrument
  readonly minutes: LabMinute[]
  isTradeable = true
  quote: LabQuote | null = null
  /** Units that can still be dealt at the quote. */
  readonly left = { bid: 0n, ask: 0n }
  liquidity = USUAL_LIQUIDITY

  constructor(instrument: LabInstrument, history: readonly LabMinute[] = []) {
    this.instrument = instrument
    this.minutes = [...history]
  }

  apply(quote: LabQuote, liquidity: bigint | null): void {
    this.liquidity = liquidity ?? USUAL_LIQUIDITY
    this.left.bid = this.left.ask = this.liquidity * toAmount('1')
    this.quote = quote
    this.#addToMinute(quote)
  }

  get mid(): bigint | null {
    return this.quote === null ? null : (this.quote.bid + this.quote.ask) / 2n
  }

  #addToMinute({ time, bidText, askText }: LabQuote): void {
    const start = time - (time % MINUTE)
    const last = this.minutes.at(-1)
    if (last === undefined || last.time < start)
      this.minutes.push({ time: start, bid: opened(bidText), ask: opened(askText), volume: 1 })
    else {
      const { bid, ask, volume } = last
      this.minutes[this.minutes.length - 1] = {
        time: last.time,
        bid: extended(bid, bidText),
        ask: extended(ask, askText),
        volume: volume + 1,
      }
    }
  }
}

function opened(price: string): Ohlc {
  return [price, price, price, price]
}

function extended([open, high, low]: Ohlc, price: string): Ohlc {
  const value = Number(price)
  return [open, value > Number(high) ? price : high, value < Number(low) ? price : low, price]
}
