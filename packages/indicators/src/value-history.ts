const LARGEST = 65_536

/**
 * The last values of one output, newest first. It grows by doubling up to 65,536 values and then forgets the oldest,
 * so that a long run needs no more memory than a short one.
 */
export class ValueHistory {
  #values = new Float64Array(256)
  #count = 0

  /** Values so far, forgotten ones included. */
  get count(): number {
    return this.#count
  }

  push(value: number): void {
    if (this.#count === this.#values.length && this.#count < LARGEST) {
      const larger = new Float64Array(this.#values.length * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#count & (this.#values.length - 1)] = value
    this.#count += 1
  }

  /** Value `k` back; NaN where there is none, or none any more. */
  at(k: number): number {
    if (!(k >= 0 && k < this.#count && k < this.#values.length)) return NaN
    return this.#values[(this.#count - 1 - k) & (this.#values.length - 1)] as number
  }
}
