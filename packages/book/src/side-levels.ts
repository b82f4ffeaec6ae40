/**
 * The levels of one side, the best price at the array's end: most changes are near the market, so an insertion moves few
 * elements.
 */
export class SideLevels {
  /** 1 for bids, whose best price is the highest, -1 for asks. */
  readonly #sign: 1 | -1
  readonly #prices: number[] = []
  readonly #quantities: number[] = []
  /** Levels that are worse than this price are incomplete. */
  #edge: number

  constructor(sign: 1 | -1) {
    this.#sign = sign
    this.#edge = -sign * Infinity
  }

  get size(): number {
    return this.#prices.length
  }

  /** NaN without levels. */
  get best(): number {
    return this.#prices.at(-1) ?? NaN
  }

  /** Of the level with that rank, 0 for the best one; NaN if there is none. */
  priceAt(rank: number): number {
    return this.#prices[this.#prices.length - 1 - rank] ?? NaN
  }

  quantityAt(rank: number): number {
    return this.#quantities[this.#quantities.length - 1 - rank] ?? NaN
  }

  clear(): void {
    this.#prices.length = 0
    this.#quantities.length = 0
    this.#edge = -this.#sign * Infinity
  }

  /** A quantity of 0 deletes the level. Returns whether anything has changed. */
  set(price: number, quantity: number): boolean {
    const at = this.#find(price)
    const isKnown = this.#prices[at] === price
    if (isKnown && this.#quantities[at] === quantity) return false
    if (quantity === 0) {
      if (!isKnown) return false
      this.#prices.splice(at, 1)
      this.#quantities.splice(at, 1)
    } else if (isKnown) this.#quantities[at] = quantity
    else {
      this.#prices.splice(at, 0, price)
      this.#quantities.splice(at, 0, quantity)
    }
    return true
  }

  /** Forgets the worst levels beyond that many. */
  keep(count: number): void {
    const extra = this.#prices.length - count
    if (extra <= 0) return
    this.#prices.splice(0, extra)
    this.#quantities.splice(0, extra)
    this.limit()
  }

  /** From now on, levels that are worse than all of these may be missing. */
  limit(): void {
    const worst = this.#prices[0] ?? this.#edge
    if ((worst - this.#edge) * this.#sign > 0) this.#edge = worst
  }

  /** Whether none of the best levels, that many, can be missing. */
  isComplete(count: number): boolean {
    if (this.#edge === -this.#sign * Infinity) return true
    return this.size >= count && (this.priceAt(count - 1) - this.#edge) * this.#sign >= 0
  }

  /** Where a price is, or would be inserted. */
  #find(price: number): number {
    const wanted = price * this.#sign
    let low = 0
    let high = this.#prices.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#prices[middle] as number) * this.#sign < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}
