import { Extremes } from './extremes.ts'
import type { Part } from './part.ts'
import { RingDeviation } from './ring-deviation.ts'
import { SavedRing } from './saved-ring.ts'
import { freezeClass } from './freeze-class.ts'

/** Largest magnitude at which sums of whole numbers stay exact, with room for the rounding of products. */
const EXACT = 2 ** 49
/**
 * Adding and subtracting this rounds to the nearest whole number, if its magnitude is below 2 ** 51. A local constant,
 * because an imported one costs 3% of a deviation.
 */
const WHOLE = 1.5 * 2 ** 52
/** A local constant: the global one is looked up on every access. */
const NONE = NaN

/**
 * The last numbers pushed, up to a fixed size, as scripts see them.
 *
 * The mean is kept as a sum of whole decimal units, so it never drifts, and equal averages of prices are equal
 * numbers whatever the periods: `mean(11) < mean(31)` gives the answer of exact decimal arithmetic.
 */
export class Ring implements Part {
  readonly size: number
  readonly #values: Float64Array
  #count = 0
  /** Index of the next number. */
  #next = 0
  #scale = NaN
  #units = 0.5
  #divisor = -0.5
  /** Largest magnitude in units at which the sum stays exact. */
  #maxUnits = -0.5
  /** Whether `push` must update more than the sum. */
  #keepsMore = false
  /** Whether a number was ever too large for the unit of its time. */
  #hasOutgrown = false
  /** Created on the first request for the highest or lowest number. */
  #extremes: Extremes | null = null
  /** Created on the first request for the deviation of a full ring. */
  #deviation: RingDeviation | null = null
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
    // Zero until the ring is full.
    const old = values[next] as number
    values[next] = value
    this.#next = next + 1 === this.size ? 0 : next + 1
    if (this.#count !== this.size) this.#fill()
    const scale = this.#scale
    const units = value * scale + WHOLE - WHOLE
    // False if the number is NaN or there is no scale yet.
    if (Math.abs(units) < this.#maxUnits) this.#units += units - (old * scale + WHOLE - WHOLE)
    else if (scale > 0) this.#rescale()
    // One check instead of three, because most rings only need a mean.
    if (this.#keepsMore === true) {
      if (this.#deviation !== null) this.#deviation.push(value, old, values)
      if (this.#extremes !== null) this.#extremes.push(value, old)
      if (this.#next === 0) this.#turn()
    }
  }

  /** The number `k` back, 0 is the newest; NaN if there is none. */
  at(k = 0): number {
    if (!(k >= 0 && k < this.#count)) return NONE
    const index = this.#next - 1 - k
    return this.#values[index < 0 ? index + this.size : index] ?? NaN
  }

  /** Simple average of the numbers; NaN if empty. */
  mean(): number {
    if (this.#divisor > 0) return this.#units / this.#divisor
    if (this.#count === 0) return NONE
    this.#rescale()
    return this.#units / this.#divisor
  }

  /**
   * Population standard deviation of the numbers (divided by n, not n - 1); NaN if empty. For decimal prices it is
   * exact except for the last digit, however long the ring, at the same cost for all lengths.
   */
  deviation(): number {
    if (this.#count !== this.size) return this.#plainDeviation()
    const deviation = this.#deviation ?? this.#keepDeviation()
    if (Number.isNaN(deviation.grain)) deviation.chooseGrain(this.#values, this.at(0))
    return deviation.grain > 0 ? deviation.exact() : this.#plainDeviation()
  }

  /**
   * `push` and `mean` for rows `from` to `to` (exclusive) of a column; writes the means of a full ring to another
   * column starting at `at`. Returns how many rows do not fill the ring.
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

  /** Runs while numbers fit the unit; returns the first row whose number does not. */
  #plainMeans(source: Float64Array, from: number, to: number, into: Float64Array, at: number): number {
    const { size } = this
    const values = this.#values
    const scale = this.#scale
    const divisor = this.#divisor
    const maxUnits = this.#maxUnits
    const offset = at - from
    // The numbers of the ring leave first, then those of the column.
    const own = Math.min(to, from + size)
    let next = this.#next
    let units = this.#units
    let row = from | 0
    for (; row < own; row++) {
      const whole = (source[row] as number) * scale + WHOLE - WHOLE
      if (!(Math.abs(whole) < maxUnits)) break
      units += whole - ((values[next] as number) * scale + WHOLE - WHOLE)
      next = next + 1 === size ? 0 : next + 1
      into[row + offset] = units / divisor
    }
    if (row < own) return this.#keepMeans(source, from, row, units)
    for (; row < to; row++) {
      const whole = (source[row] as number) * scale + WHOLE - WHOLE
      if (!(Math.abs(whole) < maxUnits)) break
      units += whole - ((source[row - size] as number) * scale + WHOLE - WHOLE)
      into[row + offset] = units / divisor
    }
    return this.#keepMeans(source, from, row, units)
  }

  #keepMeans(source: Float64Array, from: number, row: number, units: number): number {
    this.#units = units
    this.#keep(source, from, row)
    return row
  }

  /** Stores numbers without further effects, as if each had been pushed. */
  #keep(source: Float64Array, from: number, to: number): void {
    const { size } = this
    for (let row = Math.max(from, to - size); row < to; row++) {
      this.#values[(this.#next + row - from) % size] = source[row] as number
    }
    this.#next = (this.#next + to - from) % size
  }

  /**
   * `push`, `mean` and `deviation` for rows `from` to `to` (exclusive) of a column, into other columns starting at
   * `at`; the column of means is null if only deviations are needed.
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
      const deviation = this.#deviation
      if (deviation !== null && this.full && !this.#hasOutgrown && this.#extremes === null && means !== null) {
        row = this.#plainDeviations(deviation, source, row, to, means, into, at + row - from)
        if (row === to) return
      }
      this.push(source[row] as number)
      const place = at + row - from
      if (means !== null) means[place] = this.full ? this.mean() : NONE
      into[place] = this.full ? this.deviation() : NONE
      row += 1
    }
  }

  /** Runs while numbers fit both units; returns the first row whose number does not. */
  #plainDeviations(
    deviation: RingDeviation,
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
    const { grain, base, reach } = deviation
    if (!(grain > 0)) return from
    const offset = at - from
    let next = this.#next
    let units = this.#units
    let { sum, squares } = deviation
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
    deviation.sum = sum
    deviation.squares = squares
    this.#keep(source, from, row)
    return row
  }

  /** Largest number; NaN if empty. */
  highest(): number {
    return this.#keptExtremes().highest(this.#values, this.#count)
  }

  /** Smallest number; NaN if empty. */
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
    saved.hasOutgrown = this.#hasOutgrown
    saved.hasExtremes = this.#extremes !== null
    this.#extremes?.save()
    saved.hasDeviation = this.#deviation !== null
    this.#deviation?.save()
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
    this.#hasOutgrown = saved.hasOutgrown
    if (saved.hasExtremes) this.#extremes?.restore()
    else this.#extremes = null
    if (saved.hasDeviation) this.#deviation?.restore()
    else this.#deviation = null
  }

  #keptExtremes(): Extremes {
    this.#keepsMore = true
    return (this.#extremes ??= new Extremes())
  }

  #keepDeviation(): RingDeviation {
    this.#keepsMore = true
    return (this.#deviation = new RingDeviation(this.size))
  }

  #fill(): void {
    this.#count += 1
    if (this.#scale > 0) this.#divisor = this.#count * this.#scale
  }

  /** Runs once per cycle of the ring, so that one unusual number does not leave a coarse unit or a slow path behind. */
  #turn(): void {
    if (this.#hasOutgrown && this.#finestScale() >= 1000 * this.#scale) this.#rescale()
    this.#deviation?.retry()
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

  /** The finest decimal unit in which the sum of a full ring of the largest number is exact. */
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
    // While one of the numbers is not finite, every new one leads here again.
    this.#maxUnits = Number.isFinite(units) ? Math.min((EXACT * 10) / this.size, 2 ** 51) : -1
  }
}

freezeClass(Ring)
