import { divided, times, toUnits } from '../../units.ts'
import type { LabSymbol } from '../symbol.ts'
import type { BookSnapshot, DepthUpdate } from './frame.ts'
import { LabBook } from './lab-book.ts'
import type { Trade } from './trade.ts'

/** Best prices and what is offered at them, in units. */
export interface Quote {
  readonly bid: bigint
  readonly bidQuantity: bigint
  readonly ask: bigint
  readonly askQuantity: bigint
}

interface QuoteMessage {
  readonly b: string
  readonly B: string
  readonly a: string
  readonly A: string
}

interface TradeMessage {
  readonly t: number
  readonly T: number
  readonly p: string
  readonly q: string
  readonly m: boolean
  /** Of contracts: how it came about. */
  readonly X?: string
}

const EMPTY: BookSnapshot = { lastUpdateId: 0, bids: [], asks: [] }
const AVERAGE_MS = 5 * 60_000

/** What the venue knows of one symbol: made from the messages that it sends, before it sends them. */
export class LabMarket {
  readonly symbol: LabSymbol
  readonly trades: Trade[] = []
  readonly book: LabBook
  quote: Quote | null = null

  constructor(symbol: LabSymbol, book: BookSnapshot | null) {
    this.symbol = symbol
    this.book = new LabBook(book ?? EMPTY)
  }

  get lastPrice(): bigint | null {
    return this.trades.at(-1)?.price ?? null
  }

  /** Takes in a message of the stream `btcusdt@<kind>`. Other kinds follow from these. */
  apply(kind: string, data: string): void {
    if (kind === 'depth@100ms') this.book.apply(JSON.parse(data) as DepthUpdate)
    else if (kind === 'bookTicker') this.quote = quoteOf(JSON.parse(data) as QuoteMessage)
    else if (kind === 'trade') this.#trade(JSON.parse(data) as TradeMessage)
  }

  /** What the venue takes over itself is no trade of the market. */
  #trade(trade: TradeMessage): void {
    if ((trade.X ?? 'MARKET') === 'MARKET') this.trades.push(tradeOf(trade))
  }

  /** Weighted by quantity over five minutes; the last price if nothing was traded in them. */
  averagePrice(now: number): bigint | null {
    let [value, quantity] = [0n, 0n]
    for (let at = this.trades.length - 1; at >= 0; at--) {
      const trade = this.trades[at]
      if (trade === undefined || trade.time <= now - AVERAGE_MS) break
      value += times(trade.price, trade.quantity)
      quantity += trade.quantity
    }
    return quantity === 0n ? this.lastPrice : divided(value, quantity)
  }
}

function quoteOf({ b, B, a, A }: QuoteMessage): Quote {
  return { bid: toUnits(b), bidQuantity: toUnits(B), ask: toUnits(a), askQuantity: toUnits(A) }
}

function tradeOf({ t, T, p, q, m }: TradeMessage): Trade {
  return { id: t, time: T, price: toUnits(p), quantity: toUnits(q), isBuyerMaker: m }
}
