import { SideLevels } from './side-levels.ts'

export interface BookLevel {
  readonly price: number
  /** Units of the base currency. */
  readonly quantity: number
}

/** Of each side: as many as a snapshot has. */
const KEPT = 1_000
/** Levels beyond those that are kept wait until they are worth a cut. */
const SLACK = 500

/** The bids and asks of an instrument. */
export class OrderBook {
  readonly bids = new SideLevels(1)
  readonly asks = new SideLevels(-1)

  /** Forgets everything that was known: merging would leave levels that are long gone. */
  replace(bids: readonly BookLevel[], asks: readonly BookLevel[]): void {
    this.bids.clear()
    this.asks.clear()
    this.change(bids, asks)
    // A full snapshot is cut off at its end, a shorter one is all there is.
    if (bids.length >= KEPT) this.bids.limit()
    if (asks.length >= KEPT) this.asks.limit()
  }

  /** Sets the quantities of levels; 0 deletes one. Returns whether anything has changed. */
  change(bids: readonly BookLevel[], asks: readonly BookLevel[]): boolean {
    // Not `||`, which would leave out the asks.
    const changed = [changeSide(this.bids, bids), changeSide(this.asks, asks)]
    return changed.includes(true)
  }

  /** Whether none of the best levels of either side can be missing. */
  isComplete(count: number): boolean {
    return this.bids.isComplete(count) && this.asks.isComplete(count)
  }

  get isCrossed(): boolean {
    return this.bids.best >= this.asks.best
  }

  /** Best first. */
  top(side: 'bids' | 'asks', count: number): BookLevel[] {
    const levels = this[side]
    return Array.from({ length: Math.min(count, levels.size) }, (_, rank) => ({
      price: levels.priceAt(rank),
      quantity: levels.quantityAt(rank),
    }))
  }
}

function changeSide(side: SideLevels, levels: readonly BookLevel[]): boolean {
  let isChanged = false
  for (const { price, quantity } of levels) isChanged = side.set(price, quantity) || isChanged
  if (side.size > KEPT + SLACK) side.keep(KEPT)
  return isChanged
}
