import type { BookLevel, OrderBook } from './order-book.ts'
import type { SideLevels } from './side-levels.ts'

export interface LevelChange extends BookLevel {
  readonly side: 'bid' | 'ask'
  readonly action: 'insert' | 'update' | 'delete'
}

/** The best levels as they were told last, to tell only what has changed since. */
export class TopOfBook {
  readonly #depth: number
  #bids: readonly BookLevel[] = []
  #asks: readonly BookLevel[] = []

  constructor(depth: number) {
    this.#depth = depth
  }

  /** All of them, best first. */
  snapshot(book: OrderBook): { readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] } {
    this.#bids = book.top('bids', this.#depth)
    this.#asks = book.top('asks', this.#depth)
    return { bids: this.#bids, asks: this.#asks }
  }

  /** What turns the levels that were told last into those of now. */
  changes(book: OrderBook): LevelChange[] {
    const changes: LevelChange[] = []
    compare({ side: 'bid', sign: 1, before: this.#bids, now: book.bids, depth: this.#depth }, changes)
    compare({ side: 'ask', sign: -1, before: this.#asks, now: book.asks, depth: this.#depth }, changes)
    if (changes.length > 0) this.snapshot(book)
    return changes
  }
}

interface Comparison {
  readonly side: 'bid' | 'ask'
  /** 1 if higher prices are better. */
  readonly sign: 1 | -1
  readonly before: readonly BookLevel[]
  readonly now: SideLevels
  readonly depth: number
}

/** Both are in the same order, so one pass over both is enough. */
function compare({ side, sign, before, now, depth }: Comparison, changes: LevelChange[]): void {
  const count = Math.min(depth, now.size)
  let at = 0
  for (let rank = 0; rank < count; rank++) {
    const price = now.priceAt(rank)
    const quantity = now.quantityAt(rank)
    let known = before[at]
    while (known && (known.price - price) * sign > 0) {
      changes.push({ side, action: 'delete', price: known.price, quantity: 0 })
      known = before[++at]
    }
    if (known?.price !== price) changes.push({ side, action: 'insert', price, quantity })
    else {
      at++
      if (known.quantity !== quantity) changes.push({ side, action: 'update', price, quantity })
    }
  }
  for (const { price } of before.slice(at)) changes.push({ side, action: 'delete', price, quantity: 0 })
}
