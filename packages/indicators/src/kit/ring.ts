import type { Part } from './part.ts'

/** Largest number up to which sums of whole numbers stay exact, with room for the rounding of the products. */
const EXACT = 2 ** 49
/** A constant of our own: the global one is looked up each time. */
const NONE = NaN
const MAX_RING_SIZE = 1_000_000
/** Says that the numbers held have no decimal unit in which their squares add up without rounding. */
const NO_GRAIN = -1
const FINEST_GRAIN = 1e8
/** Adding and taking this away leaves the nearest whole number, as long as that is smaller than 2 ** 51. */
const WHOLE = 1.5 * 2 ** 52

/**
 * The last numbers pushed, up to a fixed size, as scripts see it.
 *
 * The mean is kept as a sum of whole decimal units, so it never drifts, and equal averages of prices are equal numbers
 * whatever the two periods are: `mean(11) < mean(31)` answers as exact decimal arithmetic would.
 */
export class Ring implements Part {
  readonly size: number
  readonly #values: Float64Array
  #count = 0
  /** Where the next number goes. */
  #next = 0
  #scale = NaN
  #units = 0.5
  #divisor = -0.5
  /** Magnitude of units up to which the sum stays exact. */
  #maxUnits = -0.5
  /** Whether `push` has more to do than the sum. */
  #keepsMore = false
  /** Decimal unit for the deviation; NaN as long as it has not been looked for. */
  #grain = NaN
  /** In units of the grain: a number held, how far others may be from it, and what the distances add up to. */
  #base = 0.5
  #reach = 0.5
  #sum = 0.5
  #squares = 0.5
  /** Whether a number has ever been too large for the unit of its day. */
  #hasOutgrown = false
  /** Whether anybody has asked for the highest or the lowest number so far. */
  #hasExtremes = false
  #highest = NaN
  #lowest = NaN
  #saved: Saved | null = null

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
    if (Math.abs(units) < this.#maxUnits) this.#units += units - (old * scale + WHOLE - WHOLE)
    else if (scale > 0) this.#rescale()
    // One question in place of three, because most rings are only asked for their mean.
    if (this.#keepsMore === true) {
      if (this.#grain > 0) this.#square(value, old)
      if (this.#hasExtremes === true) this.#compare(value, old)
      if (this.#next === 0) this.#turn()
    }
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

  /**
   * Standard deviation of the numbers held, divided by their count (not count - 1); NaN when empty. Of decimal prices
   * it is exact but for its last digit, however long the ring is, and costs the same for every length.
   */
  deviation(): number {
    if (Number.isNaN(this.#grain) && this.#count === this.size) this.#chooseGrain()
    if (!(this.#grain > 0)) return this.#plainDeviation()
    const { size } = this
    return Math.sqrt(size * this.#squares - this.#sum * this.#sum) / (size * this.#grain)
  }

  /** Largest number held; NaN when empty. */
  highest(): number {
    this.#keepsExtremes()
    if (Number.isNaN(this.#highest)) {
      const values = this.#values
      let highest = values[0] as number
      for (let at = 1; at < this.#count; at++) if (!((values[at] as number) <= highest)) highest = values[at] as number
      this.#highest = this.#count === 0 ? NONE : highest
    }
    return this.#highest
  }

  /** Smallest number held; NaN when empty. */
  lowest(): number {
    this.#keepsExtremes()
    if (Number.isNaN(this.#lowest)) {
      const values = this.#values
      let lowest = values[0] as number
      for (let at = 1; at < this.#count; at++) if (!((values[at] as number) >= lowest)) lowest = values[at] as number
      this.#lowest = this.#count === 0 ? NONE : lowest
    }
    return this.#lowest
  }

  save(): void {
    const saved = (this.#saved ??= new Saved(this.size))
    saved.values.set(this.#values)
    saved.count = this.#count
    saved.next = this.#next
    saved.scale = this.#scale
    saved.units = this.#units
    saved.divisor = this.#divisor
    saved.maxUnits = this.#maxUnits
    saved.keepsMore = this.#keepsMore
    saved.grain = this.#grain
    saved.base = this.#base
    saved.reach = this.#reach
    saved.sum = this.#sum
    saved.squares = this.#squares
    saved.hasOutgrown = this.#hasOutgrown
    saved.hasExtremes = this.#hasExtremes
    saved.highest = this.#highest
    saved.lowest = this.#lowest
  }

  restore(): void {
    const saved = this.#saved
    if (saved === null) return
    this.#values.set(saved.values)
    this.#count = saved.count
    this.#next = saved.next
    this.#scale = saved.scale
    this.#units = saved.units
    this.#divisor = saved.divisor
    this.#maxUnits = saved.maxUnits
    this.#keepsMore = saved.keepsMore
    this.#grain = saved.grain
    this.#base = saved.base
    this.#reach = saved.reach
    this.#sum = saved.sum
    this.#squares = saved.squares
    this.#hasOutgrown = saved.hasOutgrown
    this.#hasExtremes = saved.hasExtremes
    this.#highest = saved.highest
    this.#lowest = saved.lowest
  }

  #keepsExtremes(): void {
    this.#hasExtremes = true
    this.#keepsMore = true
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

  /** Once in a round of the ring: one odd number must not leave a coarse unit or a long way of reckoning behind. */
  #turn(): void {
    if (this.#hasOutgrown && this.#finestScale() >= 1000 * this.#scale) this.#rescale()
    if (this.#grain === NO_GRAIN) this.#grain = NaN
  }

  /** Takes a number into the sums of distances and of their squares, and the one out that it took the place of. */
  #square(value: number, old: number): void {
    const grain = this.#grain
    const whole = value * grain + WHOLE - WHOLE
    const distance = whole - this.#base
    // Both are false when the number is NaN.
    if (Math.abs(distance) <= this.#reach && whole / grain === value) {
      const before = old * grain + WHOLE - WHOLE - this.#base
      this.#sum += distance - before
      this.#squares += distance * distance - before * before
    } else this.#chooseGrain()
  }

  /**
   * Prices are decimal numbers of few digits: in the coarsest unit in which all numbers of the full ring are whole,
   * the squares of their distances from one of them add up without any rounding. Other numbers have no such unit.
   */
  #chooseGrain(): void {
    this.#keepsMore = true
    this.#grain = NO_GRAIN
    this.#reach = Math.floor(2 ** 26 / this.size)
    for (let grain = 1; grain <= FINEST_GRAIN; grain *= 10) {
      if (!this.#isWholeIn(grain)) continue
      const base = this.at(0) * grain + WHOLE - WHOLE
      let sum = 0
      let squares = 0
      for (let k = 0; k < this.#count; k++) {
        const distance = this.at(k) * grain + WHOLE - WHOLE - base
        if (Math.abs(distance) > this.#reach) return
        sum += distance
        squares += distance * distance
      }
      this.#grain = grain
      this.#base = base
      this.#sum = sum
      this.#squares = squares
      return
    }
  }

  #isWholeIn(grain: number): boolean {
    for (let k = 0; k < this.#count; k++) {
      const value = this.at(k)
      if (!(Math.abs(value * grain) < 2 ** 50) || (value * grain + WHOLE - WHOLE) / grain !== value) return false
    }
    return true
  }

  #plainDeviation(): number {
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
    if (scale < this.#scale) {
      this.#hasOutgrown = true
      this.#keepsMore = true
    }
    this.#scale = scale
    this.#divisor = this.#count * scale
    let units = 0
    for (let k = this.#count - 1; k >= 0; k--) units += this.at(k) * scale + WHOLE - WHOLE
    this.#units = units
    // As long as one of the numbers is not finite, every new one leads back to here.
    this.#maxUnits = Number.isFinite(units) ? Math.min((EXACT * 10) / this.size, 2 ** 51) : -1
  }
}

/** What a ring was after the last finished bar. */
class Saved {
  readonly values: Float64Array
  count = 0
  next = 0
  scale = NaN
  units = 0.5
  divisor = 0.5
  maxUnits = 0.5
  keepsMore = false
  grain = NaN
  base = 0.5
  reach = 0.5
  sum = 0.5
  squares = 0.5
  hasOutgrown = false
  hasExtremes = false
  highest = NaN
  lowest = NaN

  constructor(size: number) {
    this.values = new Float64Array(size)
  }
}

// Indicator scripts hold rings; what one of them does to the class would reach all others.
Object.freeze(Ring.prototype)
Object.freeze(Ring)

/** Throws for a length of a window that is not a whole number from 1 to 1,000,000. */
export function checkLength(name: string, length: number): void {
  if (!Number.isInteger(length) || length < 1 || length > MAX_RING_SIZE) {
    throw new RangeError(`${name}(${String(length)}): the size must be a whole number from 1 to 1,000,000`)
  }
}
