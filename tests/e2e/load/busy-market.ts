import type { BinanceLab, BinanceLabOptions } from '@tradeloom/venue-lab'

const SYMBOL = 'BTCUSDT'
const LEVELS = 60
/** Of the book. */
const STEP = 0.1
const START = 618_000
/** A change of the book for each so many quotes, and a trade. */
const QUOTES_PER_BOOK = 2
const QUOTES_PER_TRADE = 4
/** Levels whose quantity changes at once. */
const CHANGED = 12

type Side = Map<number, string>

/** The book with which a busy market begins. */
export const BUSY_BOOKS: NonNullable<BinanceLabOptions['books']> = {
  [SYMBOL]: { lastUpdateId: 1, bids: levelsOf(sideAt(START, -1)), asks: levelsOf(sideAt(START, 1)) },
}

/** A market of a stand-in of Binance whose quotes, trades and book change all the time, the same way in each run. */
export class BusyMarket {
  readonly #lab: BinanceLab
  #seed = 1
  #middle = START
  #bids = sideAt(START, -1)
  #asks = sideAt(START, 1)
  #updateId = 1
  #count = 0

  constructor(lab: BinanceLab) {
    this.#lab = lab
  }

  /** One quote, and with some of them a change of the book and a trade. */
  move(): void {
    this.#count += 1
    this.#middle += Math.round((this.#random() - 0.5) * 6)
    const { markets } = this.#lab
    const [bid, ask] = [priceOf(this.#middle - 1), priceOf(this.#middle + 1)]
    markets.quote(SYMBOL, { bid, ask, quantity: this.#quantity() })
    if (this.#count % QUOTES_PER_TRADE === 0) markets.trade(SYMBOL, this.#random() < 0.5 ? bid : ask, this.#quantity())
    if (this.#count % QUOTES_PER_BOOK === 0) this.#changeBook()
  }

  #changeBook(): void {
    const b = this.#next(this.#bids, -1)
    const a = this.#next(this.#asks, 1)
    this.#bids = b.side
    this.#asks = a.side
    const update = {
      e: 'depthUpdate',
      E: this.#lab.clock.now(),
      s: SYMBOL,
      U: this.#updateId + 1,
      b: b.changes,
      a: a.changes,
    }
    this.#updateId += 1
    this.#lab.markets.publish(`${SYMBOL.toLowerCase()}@depth@100ms`, { ...update, u: this.#updateId })
  }

  /** A side around the newest price, with some other quantities, and what differs from before. */
  #next(before: Side, direction: 1 | -1): { side: Side; changes: [string, string][] } {
    const side: Side = new Map()
    for (const [at, quantity] of sideAt(this.#middle, direction)) side.set(at, before.get(at) ?? quantity)
    const places = [...side.keys()]
    for (let n = 0; n < CHANGED; n++) {
      const at = places[Math.floor(this.#random() * places.length)]
      if (at !== undefined) side.set(at, this.#quantity())
    }
    const gone = [...before.keys()].filter((at) => !side.has(at)).map((at): [string, string] => [priceOf(at), '0'])
    const other = [...side].filter(([at, quantity]) => before.get(at) !== quantity)
    return { side, changes: [...gone, ...other.map(([at, quantity]): [string, string] => [priceOf(at), quantity])] }
  }

  #quantity(): string {
    return (0.001 + this.#random() * 2).toFixed(5)
  }

  #random(): number {
    this.#seed = (this.#seed * 48_271) % 2_147_483_647
    return this.#seed / 2_147_483_647
  }
}

/** Prices are numbers of steps. */
function sideAt(middle: number, direction: 1 | -1): Side {
  return new Map(Array.from({ length: LEVELS }, (_, rank) => [middle + direction * (rank + 1), '1.00000']))
}

function levelsOf(side: Side): [string, string][] {
  return [...side].map(([at, quantity]) => [priceOf(at), quantity])
}

function priceOf(at: number): string {
  return (at * STEP).toFixed(2)
}
