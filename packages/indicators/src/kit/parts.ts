import type { Part } from './part.ts'

/**
 * The parts of one indicator. They are saved when the first value with a forming bar is requested and restored before
 * the next call, so that finished bars alone cost nothing.
 */
export class Parts {
  readonly #parts: Part[] = []
  /** Whether the current bar is a forming one. */
  isForming = false
  /** Whether a forming bar has changed the parts. */
  isMarked = false

  add<Added extends Part>(part: Added): Added {
    this.#parts[this.#parts.length] = part
    // Created during a forming bar: it is restored to its initial state.
    if (this.isForming) part.save()
    return part
  }

  /** Undoes the changes of a forming bar. */
  restore(): void {
    for (let i = 0; i < this.#parts.length; i++) (this.#parts[i] as Part).restore()
    this.isMarked = false
  }

  /** Computes a value with a forming bar. */
  form<Value>(compute: () => Value): Value {
    if (this.isMarked) this.restore()
    else for (let i = 0; i < this.#parts.length; i++) (this.#parts[i] as Part).save()
    this.isMarked = true
    this.isForming = true
    try {
      return compute()
    } finally {
      this.isForming = false
    }
  }
}
