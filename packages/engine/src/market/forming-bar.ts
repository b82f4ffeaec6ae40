import type { IndicatorBar } from '@tradeloom/indicators'

const NONE: Float64Array = new Float64Array(0)

/**
 * The bar object that the indicators of an interval read. Extremes of real ticks are computed when they are read: many
 * scripts only read closes, and to find the extremes takes a quarter of the time that a quiet tick needs.
 */
export class FormingBar implements IndicatorBar {
  time = NaN
  open = NaN
  close = NaN
  volume = NaN
  spread = NaN
  /** Whether something has read extremes of ticks: then it is faster to compute them together with the rest. */
  isRead = false
  #high = NaN
  #low = NaN
  /** Ticks from `#from` to `#to` (exclusive) are not part of the extremes yet. */
  #bids = NONE
  #from = 0
  #to = 0

  get high(): number {
    if (this.#from < this.#to) this.#read()
    return this.#high
  }

  /** Only without ticks that are not part of the extremes yet. */
  set high(price: number) {
    this.#high = price
  }

  get low(): number {
    if (this.#from < this.#to) this.#read()
    return this.#low
  }

  set low(price: number) {
    this.#low = price
  }

  /** Starts a bar: what the one before it has not read is not needed any more. */
  begin(): void {
    this.#to = this.#from
  }

  /** Adds ticks `from` to `to` (exclusive) to the extremes. */
  addTicks(bids: Float64Array, from: number, to: number): void {
    if (this.#to !== from || this.#bids !== bids) {
      if (this.#from < this.#to) this.#seeTicks()
      this.#bids = bids
      this.#from = from
    }
    this.#to = to
  }

  /** Adds a tick that is processed in full. */
  addTick(bid: number): void {
    if (this.#from < this.#to) this.#seeTicks()
    if (bid > this.#high) this.#high = bid
    if (bid < this.#low) this.#low = bid
  }

  #read(): void {
    this.isRead = true
    this.#seeTicks()
  }

  #seeTicks(): void {
    const bids = this.#bids
    let high = this.#high
    let low = this.#low
    for (let row = this.#from; row < this.#to; row++) {
      const bid = bids[row] as number
      if (bid > high) high = bid
      if (bid < low) low = bid
    }
    this.#high = high
    this.#low = low
    this.#from = this.#to
  }
}
