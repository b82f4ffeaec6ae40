/** Maximum number of stored values. */
export const LARGEST = 65_536
/** A local constant: the global one is looked up on every access. */
const NONE = NaN

/**
 * The last values of one output, newest first. It grows by doubling up to 65,536 values and then forgets the oldest,
 * so that a long run needs no more memory than a short one.
 */
export class ValueHistory {
  /** The newest value; NaN where there is none. */
  last = NaN
  #values = new Float64Array(256)
  /** Length less 1; lengths are powers of two. */
  #mask = 255
  #count = 0
  /** The count at which the memory must grow; none when it has its largest size. */
  #full = 256

  /** Values so far, forgotten ones included. */
  get count(): number {
    return this.#count
  }

  push(value: number): void {
    const count = this.#count
    if (count === this.#full) this.#grow()
    this.#values[count & this.#mask] = value
    this.#count = count + 1
    this.last = value
  }

  /** Value `k` back; NaN where there is none, or none any more. */
  at(k: number): number {
    const count = this.#count
    const mask = this.#mask
    if (!(k >= 0 && k < count && k <= mask)) return NONE
    return this.#values[(count - 1 - k) & mask] as number
  }

  #grow(): void {
    const larger = new Float64Array(this.#values.length * 2)
    larger.set(this.#values)
    this.#values = larger
    this.#mask = larger.length - 1
    this.#full = larger.length < LARGEST ? larger.length : -1
  }
}
