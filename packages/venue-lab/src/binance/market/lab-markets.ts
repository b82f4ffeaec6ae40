import type { LabClock } from '../../lab-clock.ts'
import type { LabSymbol } from '../symbol.ts'
import type { BookSnapshot, Frame } from './frame.ts'
import { LabMarket } from './lab-market.ts'

export type FrameListener = (stream: string, data: string) => void

/** All symbols of the stand-in, and whoever listens to what happens in them. */
export class LabMarkets {
  readonly #markets = new Map<string, LabMarket>()
  readonly #listeners: FrameListener[] = []
  readonly #clock: LabClock
  /** Whether messages have what those of futures have beside. */
  readonly #isFutures: boolean
  #updateId = 0
  #tradeId = 0

  constructor(
    clock: LabClock,
    symbols: readonly LabSymbol[],
    books: ReadonlyMap<string, BookSnapshot>,
    isFutures = false,
  ) {
    this.#clock = clock
    this.#isFutures = isFutures
    for (const symbol of symbols) {
      const book = books.get(symbol.symbol) ?? null
      this.#markets.set(symbol.symbol, new LabMarket({ ...symbol }, book))
    }
  }

  get(symbol: string): LabMarket | null {
    return this.#markets.get(symbol) ?? null
  }

  all(): readonly LabMarket[] {
    return [...this.#markets.values()]
  }

  /** Called in the order of their addition, after the market has taken a message in. */
  listen(listener: FrameListener): void {
    this.#listeners.push(listener)
  }

  /** Makes a message happen now. */
  publish(stream: string, message: object | string): void {
    const data = typeof message === 'string' ? message : JSON.stringify(message)
    const at = stream.indexOf('@')
    this.get(stream.slice(0, at).toUpperCase())?.apply(stream.slice(at + 1), data)
    for (const listener of this.#listeners) listener(stream, data)
  }

  /** Publishes a quote of a symbol, with the same quantity on both sides. */
  quote(symbol: string, { bid, ask, quantity = '1' }: { bid: string; ask: string; quantity?: string }): void {
    const quote = { u: ++this.#updateId, s: symbol, b: bid, B: quantity, a: ask, A: quantity }
    const times = this.#isFutures ? { T: this.#clock.now(), E: this.#clock.now() } : {}
    this.publish(`${symbol.toLowerCase()}@bookTicker`, { ...quote, ...times })
  }

  /** Publishes a trade of the market. */
  trade(symbol: string, price: string, quantity = '1'): void {
    const [E, t] = [this.#clock.now(), ++this.#tradeId]
    const trade = {
      e: 'trade',
      E,
      s: symbol,
      t,
      p: price,
      q: quantity,
      T: E,
      m: false,
      ...(this.#isFutures ? { X: 'MARKET' } : { M: true }),
    }
    this.publish(`${symbol.toLowerCase()}@trade`, trade)
  }

  /** Publishes frames when the clock reaches them. */
  replay(frames: readonly Frame[]): void {
    let next = 0
    const play = (): void => {
      for (let frame = frames[next]; frame !== undefined && frame.time <= this.#clock.now(); frame = frames[++next])
        this.publish(frame.stream, frame.data)
      schedule()
    }
    const schedule = (): void => {
      const frame = frames[next]
      if (frame !== undefined) this.#clock.at(frame.time, play)
    }
    schedule()
  }
}
