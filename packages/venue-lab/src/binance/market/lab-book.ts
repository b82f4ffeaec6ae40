import { toUnits } from '../../units.ts'
import type { BookSnapshot, DepthUpdate, Level } from './frame.ts'

/** The book of one symbol as the venue knows it: all updates are kept, so that outdated snapshots can be served. */
export class LabBook {
  readonly #first: BookSnapshot
  readonly #updates: DepthUpdate[] = []
  readonly #bids = new Map<string, string>()
  readonly #asks = new Map<string, string>()
  #lastUpdateId: number

  constructor(first: BookSnapshot) {
    this.#first = first
    this.#lastUpdateId = first.lastUpdateId
    put(this.#bids, first.bids)
    put(this.#asks, first.asks)
  }

  /** Updates that the first snapshot contains already change nothing. */
  apply(update: DepthUpdate): void {
    if (update.u <= this.#lastUpdateId) return
    this.#lastUpdateId = update.u
    this.#updates.push(update)
    put(this.#bids, update.b)
    put(this.#asks, update.a)
  }

  /** Best prices first. */
  snapshot(limit: number): BookSnapshot {
    return {
      lastUpdateId: this.#lastUpdateId,
      bids: sorted(this.#bids, -1).slice(0, limit),
      asks: sorted(this.#asks, 1).slice(0, limit),
    }
  }

  /** As it was some updates ago. */
  before(updates: number): LabBook {
    const book = new LabBook(this.#first)
    for (const update of this.#updates.slice(0, Math.max(0, this.#updates.length - updates))) book.apply(update)
    return book
  }
}

function put(side: Map<string, string>, levels: readonly Level[]): void {
  for (const [price, quantity] of levels) {
    if (toUnits(quantity) === 0n) side.delete(price)
    else side.set(price, quantity)
  }
}

function sorted(side: ReadonlyMap<string, string>, direction: 1 | -1): Level[] {
  return [...side]
    .map(([price, quantity]) => ({ units: toUnits(price), price, quantity }))
    .sort((a, b) => (a.units < b.units ? -direction : direction))
    .map(({ price, quantity }) => [price, quantity])
}
