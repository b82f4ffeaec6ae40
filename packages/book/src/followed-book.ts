import type { BookLevel, OrderBook } from './order-book.ts'
import { SequencedBook } from './sequenced-book.ts'

/** Of a level; in a change the quantity 0 deletes it. */
export type LevelPair = [price: number, quantity: number]

/** Another state of a book: all of its levels, or what has changed since the update with the sequence before. */
export interface BookUpdate {
  readonly sequence: number
  readonly kind: 'refresh' | 'change'
  /** Best first in a refresh. */
  readonly bids: readonly (readonly [price: number, quantity: number])[]
  readonly asks: readonly (readonly [price: number, quantity: number])[]
}

/** A book that is known from its updates. After a gap it stays as it was, and changes no more until the next refresh. */
export class FollowedBook {
  readonly #sequenced = new SequencedBook()
  #sequence = 0

  get book(): OrderBook {
    return this.#sequenced.book
  }

  /** Whether nothing is missing. */
  get isReady(): boolean {
    return this.#sequenced.isReady
  }

  /** Of the last update that is in the book. */
  get sequence(): number {
    return this.#sequence
  }

  /** `gap`: updates before it are missing. `old`: it is in the book already. */
  take({ sequence, kind, bids, asks }: BookUpdate): 'taken' | 'old' | 'gap' {
    const [ownBids, ownAsks] = [levelsOf(bids), levelsOf(asks)]
    if (kind === 'refresh') {
      // Whatever has waited is in it.
      this.#sequenced.reset()
      this.#sequenced.start({ lastUpdateId: sequence, bids: ownBids, asks: ownAsks })
    } else {
      if (!this.isReady) return 'gap'
      const outcome = this.#sequenced.take({ first: sequence, last: sequence, bids: ownBids, asks: ownAsks })
      if (outcome === 'gap' || outcome === 'old') return outcome
    }
    this.#sequence = sequence
    return 'taken'
  }

  /** The next change is a gap. */
  forget(): void {
    this.#sequenced.reset()
  }
}

function levelsOf(pairs: BookUpdate['bids']): BookLevel[] {
  return pairs.map(([price, quantity]) => ({ price, quantity }))
}

export function levelPairs(levels: readonly BookLevel[]): LevelPair[] {
  return levels.map(({ price, quantity }) => [price, quantity])
}
