/**
 * Rows of numbers in one growing array. What a run has done with is kept so, and made into objects for the result only:
 * thousands of objects that live on would cost the garbage collector more time than the trades themselves.
 */
export class NumberTable {
  readonly #width: number
  #values: Float64Array
  count = 0

  constructor(width: number) {
    this.#width = width
    this.#values = new Float64Array(width * 256)
  }

  /** The array that holds row `row`, at `row * width`; to be asked for anew after `add`. */
  get values(): Float64Array {
    return this.#values
  }

  /** Adds a row of zeros and gives its place in `values`. */
  add(): number {
    const at = this.count * this.#width
    if (at === this.#values.length) {
      const larger = new Float64Array(at * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.count += 1
    return at
  }
}
