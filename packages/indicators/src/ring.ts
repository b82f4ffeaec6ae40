/** Largest number up to which sums of whole numbers stay exact, with room for the rounding of the products. */
const EXACT = 2 ** 49
/** A constant of our own: the global one is looked up each time. */
const NONE = NaN
const LARGEST_RING = 1_000_000
/** Adding and taking this away leaves the nearest whole number, as long as that is smaller than 2 ** 51. */
const WHOLE = 1.5 * 2 ** 52

/**
 * The last numbers pushed, up to a fixed size, as scripts see it.
 *
 * The mean is kept as a sum of whole decimal units, so it never drifts, and equal averages of prices are equal numbers
 * whatever the two periods are: `mean(11) < mean(31)` answers as exact decimal arithmetic would.
 */
export class Ring {
  readonly size: number
  readonly #values: Float64Array
  #count = 0
  /** Where the next number goes. */
  #next = 0
  #scale = NaN
  #units = 0.5
  #divisor = -0.5
  /** Magnitude of units up to which the sum stays exact. */
  #most = -0.5
  /** Whether a number has ever been too large for the unit of its day. */
  #hasOutgrown = false
  /** Whether anybody has asked for the highest or the lowest number so far. */
  #hasExtremes = false
  #highest = NaN
  #lowest = NaN

  constructor(size: number) {
    this.size = size
    this.#values = new Float64Array(size)
  }

  get count(): number {
    return this.#count
  }

  get full(): boolean {
    return this.#count === this.size
  }

  push(value: number): void {
    const values = this.#values
    const next = this.#next
    // Zero as long as the ring is not full.
    const old = values[next] as number
    values[next] = value
    this.#next = next + 1 === this.size ? 0 : next + 1
    if (this.#count !== this.size) this.#fill()
    const scale = this.#scale
    const units = value * scale + WHOLE - WHOLE
    // False when the number is NaN, and while there is no scale.
    if (Math.abs(units) < this.#most) this.#units += units - (old * scale + WHOLE - WHOLE)
    else if (scale > 0) this.#rescale()
    if (this.#hasExtremes === true) this.#compare(value, old)
    if (this.#next === 0 && this.#hasOutgrown === true) this.#refine()
  }

  /** Number `k` back, 0 is the newest; NaN where there is none. */
  at(k = 0): number {
    if (!(k >= 0 && k < this.#count)) return NONE
    const index = this.#next - 1 - k
    return this.#values[index < 0 ? index + this.size : index] ?? NaN
  }

  /** Plain average of the numbers held; NaN when empty. */
  mean(): number {
    if (this.#divisor > 0) return this.#units / this.#divisor
    if (this.#count === 0) return NONE
    this.#rescale()
    return this.#units / this.#divisor
  }

  /** Standard deviation of the numbers held, divided by their count (not count - 1); NaN when empty. */
  deviation(): number {
    const mean = this.mean()
    const values = this.#values
    const count = this.#count
    // From the oldest number to the newest.
    const oldest = count === this.size ? this.#next : 0
    let squares = 0
    for (let at = oldest; at < count; at++) squares += ((values[at] as number) - mean) ** 2
    for (let at = 0; at < oldest; at++) squares += ((values[at] as number) - mean) ** 2
    return Math.sqrt(squares / count)
  }

  /** Largest number held; NaN when empty. */
  highest(): number {
    this.#hasExtremes = true
    if (Number.isNaN(this.#highest)) {
      for (let k = 0; k < this.#count; k++) if (!(this.at(k) <= this.#highest)) this.#highest = this.at(k)
    }
    return this.#highest
  }

  /** Smallest number held; NaN when empty. */
  lowest(): number {
    this.#hasExtremes = true
    if (Number.isNaN(this.#lowest)) {
      for (let k = 0; k < this.#count; k++) if (!(this.at(k) >= this.#lowest)) this.#lowest = this.at(k)
    }
    return this.#lowest
  }

  #fill(): void {
    this.#count += 1
    if (this.#scale > 0) this.#divisor = this.#count * this.#scale
  }

  /** The comparisons are false for NaN, which stands for 'not asked for' and for 'to be searched again'. */
  #compare(value: number, old: number): void {
    if (value >= this.#highest) this.#highest = value
    else if (old === this.#highest) this.#highest = NaN
    if (value <= this.#lowest) this.#lowest = value
    else if (old === this.#lowest) this.#lowest = NaN
  }

  /** One huge number must not leave a coarse unit behind: once in a round of the ring it is looked whether one did. */
  #refine(): void {
    if (this.#finestScale() >= 1000 * this.#scale) this.#rescale()
  }

  /** The finest decimal unit in which the sum of a full ring of the largest number held is exact. */
  #finestScale(): number {
    let largest = 0
    for (let k = 0; k < this.#count; k++) largest = Math.max(largest, Math.abs(this.at(k)))
    let scale = 1
    const reach = (largest < 1e-9 ? 1 : largest) * this.size
    while (scale < 1e22 && reach * scale * 10 < EXACT && this.size * scale * 10 < EXACT) scale *= 10
    return scale
  }

  #rescale(): void {
    const scale = this.#finestScale()
    if (scale < this.#scale) this.#hasOutgrown = true
    this.#scale = scale
    this.#divisor = this.#count * scale
    let units = 0
    for (let k = this.#count - 1; k >= 0; k--) units += this.at(k) * scale + WHOLE - WHOLE
    this.#units = units
    // As long as one of the numbers is not finite, every new one leads back to here.
    this.#most = Number.isFinite(units) ? Math.min((EXACT * 10) / this.size, 2 ** 51) : -1
  }
}

// Indicator scripts hold rings; what one of them does to the class would reach all others.
Object.freeze(Ring.prototype)
Object.freeze(Ring)

/** What scripts call. Throws for a size that is not a whole number from 1 to 1,000,000. */
export function ring(size: number): Ring {
  if (!Number.isInteger(size) || size < 1 || size > LARGEST_RING) {
    throw new RangeError(`ring(${String(size)}): the size must be a whole number from 1 to 1,000,000`)
  }
  return new Ring(size)
}
