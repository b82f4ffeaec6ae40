import type { BitfinexPair } from '../pair.ts'

/** Price, count of orders, and amount: above 0 of bids, below 0 of asks. */
export type Level = readonly [price: number, count: number, amount: number]

/** ID, time, amount, price: an amount above 0 was bought. */
export type Trade = readonly [id: number, time: number, amount: number, price: number]

export interface Quote {
  readonly bid: number
  readonly bidSize: number
  readonly ask: number
  readonly askSize: number
}

const DAY_MS = 86_400_000

/** What the venue knows of one pair. */
export class Market {
  readonly pair: BitfinexPair
  readonly trades: Trade[] = []
  #levels: readonly Level[] = []

  constructor(pair: BitfinexPair, levels: readonly Level[]) {
    this.pair = pair
    this.replace(levels)
  }

  get symbol(): string {
    return `t${this.pair.pair}`
  }

  replace(levels: readonly Level[]): void {
    const bids = levels.filter(([, , amount]) => amount > 0).toSorted((a, b) => b[0] - a[0])
    const asks = levels.filter(([, , amount]) => amount < 0).toSorted((a, b) => a[0] - b[0])
    this.#levels = [...bids, ...asks]
  }

  /** Bids first, the best of each side first. */
  levels(length = Infinity): readonly Level[] {
    const bids = this.#levels.filter(([, , amount]) => amount > 0)
    return [...bids.slice(0, length), ...this.#levels.slice(bids.length, bids.length + length)]
  }

  get quote(): Quote {
    const levels = this.levels(1)
    const [bid, ask] = [levels.find(([, , amount]) => amount > 0), levels.find(([, , amount]) => amount < 0)]
    return { bid: bid?.[0] ?? 0, bidSize: bid?.[2] ?? 0, ask: ask?.[0] ?? 0, askSize: -(ask?.[2] ?? 0) }
  }

  get last(): number {
    return this.trades.at(-1)?.[3] ?? this.quote.bid
  }

  /** The fields of a ticker from the best bid on. */
  ticker(now: number): readonly number[] {
    const { bid, bidSize, ask, askSize } = this.quote
    const day = this.trades.filter(([, time]) => time > now - DAY_MS)
    const prices = day.map(([, , , price]) => price)
    const open = prices[0] ?? this.last
    const change = this.last - open
    const volume = day.reduce((sum, [, , amount]) => sum + Math.abs(amount), 0)
    const [high, low] = [Math.max(this.last, ...prices), Math.min(this.last, ...prices)]
    return [bid, bidSize, ask, askSize, change, change / open, this.last, volume, high, low]
  }

  /** Oldest first: time, open, close, high, low and volume of each minute in which something was traded. */
  candles(): readonly (readonly number[])[] {
    const minutes = new Map<number, number[]>()
    for (const [, time, amount, price] of this.trades) {
      const start = time - (time % 60_000)
      const [, open = price, , high = price, low = price, volume = 0] = minutes.get(start) ?? []
      minutes.set(start, [start, open, price, Math.max(high, price), Math.min(low, price), volume + Math.abs(amount)])
    }
    return [...minutes.values()]
  }
}
