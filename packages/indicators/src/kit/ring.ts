import { Extremes } from './extremes.ts'
import type { Part } from './part.ts'
import { SavedRing } from './saved-ring.ts'

/** Largest number up to which sums of whole numbers stay exact, with room for the rounding of the products. */
const EXACT = 2 ** 49
/** A constant of our own: the global one is looked up each time. */
const NONE = NaN
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
  /** Kept as soon as anybody has asked for the highest or the lowest number. */
  #extremes: Extremes | null = null
  #saved: SavedRing | null = null

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
      if (this.#extremes !== null) this.#extremes.push(value, old)
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

  /**
   * `push` and `mean` for rows `from` to `to` (excluded) of a column; the means of a full ring go into another column
   * from `at` on. Returns how many of the rows do not fill the ring.
   */
  means(source: Float64Array, from: number, to: number, into: Float64Array, at: number): number {
    const without = Math.min(to - from, Math.max(0, this.size - 1 - this.#count))
    let row = from
    while (row < to) {
      if (!this.#keepsMore && this.#divisor > 0 && this.full) {
        row = this.#plainMeans(source, row, to, into, at + row - from)
        if (row === to) break
      }
      this.push(source[row] as number)
      into[at + row - from] = this.full ? this.mean() : NONE
      row += 1
    }
    return without
  }

  /** As long as numbers fit the unit; returns the first row whose number does not. */
  #plainMeans(source: Float64Array, from: number, to: number, into: Float64Array, at: number): number {
    const { size } = this
    const values = this.#values
    const scale = this.#scale
    const divisor = this.#divisor
    const maxUnits = this.#maxUnits
    const offset = at - from
    let next = this.#next
    let units = this.#units
    let row = from
    for (; row < to; row++) {
      const whole = (source[row] as number) * scale + WHOLE - WHOLE
      if (!(Math.abs(whole) < maxUnits)) break
      const isOwn = row - from < size
      const old = (isOwn ? values[next] : source[row - size]) as number
      if (isOwn) next = next + 1 === size ? 0 : next + 1
      units += whole - (old * scale + WHOLE - WHOLE)
      into[row + offset] = units / divisor
    }
    this.#units = units
    this.#keep(source, from, row)
    return row
  }

  /** Takes numbers over without anything else, as if each had been pushed. */
  #keep(source: Float64Array, from: number, to: number): void {
    const { size } = this
    for (let row = Math.max(from, to - size); row < to; row++) {
      this.#values[(this.#next + row - from) % size] = source[row] as number
    }
    this.#next = (this.#next + to - from) % size
  }

  /**
   * `push`, `mean` and `deviation` for rows `from` to `to` (excluded) of a column, into other columns from `at` on; null
   * when only deviations are wanted.
   */
  deviations(
    source: Float64Array,
    from: number,
    to: number,
    means: Float64Array | null,
    into: Float64Array,
    at: number,
  ): void {
    let row = from
    while (row < to) {
      if (this.#grain > 0 && !this.#hasOutgrown && this.#extremes === null && this.full && means !== null) {
        row = this.#plainDeviations(source, row, to, means, into, at + row - from)
        if (row === to) return
      }
      this.push(source[row] as number)
      const place = at + row - from
      if (means !== null) means[place] = this.full ? this.mean() : NONE
      into[place] = this.full ? this.deviation() : NONE
      row += 1
    }
  }

  /** As long as numbers fit both units; returns the first row whose number does not. */
  #plainDeviations(
    source: Float64Array,
    from: number,
    to: number,
    means: Float64Array,
    into: Float64Array,
    at: number,
  ): number {
    const { size } = this
    const values = this.#values
    const scale = this.#scale
    const divisor = this.#divisor
    const maxUnits = this.#maxUnits
    const grain = this.#grain
    const base = this.#base
    const reach = this.#reach
    const offset = at - from
    let next = this.#next
    let units = this.#units
    let sum = this.#sum
    let squares = this.#squares
    let row = from
    for (; row < to; row++) {
      const value = source[row] as number
      const whole = value * scale + WHOLE - WHOLE
      const grains = value * grain + WHOLE - WHOLE
      const distance = grains - base
      if (!(Math.abs(whole) < maxUnits && Math.abs(distance) <= reach && grains / grain === value)) break
      const isOwn = row - from < size
      const old = (isOwn ? values[next] : source[row - size]) as number
      if (isOwn) next = next + 1 === size ? 0 : next + 1
      const before = old * grain + WHOLE - WHOLE - base
      units += whole - (old * scale + WHOLE - WHOLE)
      sum += distance - before
      squares += distance * distance - before * before
      means[row + offset] = units / divisor
      into[row + offset] = Math.sqrt(size * squares - sum * sum) / (size * grain)
    }
    this.#units = units
    this.#sum = sum
    this.#squares = squares
    this.#keep(source, from, row)
    return row
  }

  /** Largest number held; NaN when empty. */
  highest(): number {
    return this.#keptExtremes().highest(this.#values, this.#count)
  }

  /** Smallest number held; NaN when empty. */
  lowest(): number {
    return this.#keptExtremes().lowest(this.#values, this.#count)
  }

  save(): void {
    const saved = (this.#saved ??= new SavedRing(this.size))
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
    saved.hasExtremes = this.#extremes !== null
    this.#extremes?.save()
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
    if (saved.hasExtremes) this.#extremes?.restore()
    else this.#extremes = null
  }

  #keptExtremes(): Extremes {
    this.#keepsMore = true
    return (this.#extremes ??= new Extremes())
  }

  #fill(): void {
    this.#count += 1
    if (this.#scale > 0) this.#divisor = this.#count * this.#scale
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

// Indicator scripts hold rings; what one of them does to the class would reach all others.
Object.freeze(Ring.prototype)
Object.freeze(Ring)
