/** Makes a column of a length; what it contains does not matter. */
export type MakeColumn = (length: number) => Float64Array

export const newColumn: MakeColumn = (length) => new Float64Array(length)

/** Bytes kept for later: those of some ten thousand trades. */
const MAX_BYTES = 16 * 1024 * 1024
/** Sizes are powers of two from this one on, so that a column of one run fits into that of another. */
const SMALLEST = 256

/**
 * Columns that are used again. A sweep makes thousands of runs in one process; if the memory of their records were new
 * each time, the garbage collector would search the whole heap every few runs.
 */
export class ColumnPool {
  readonly #free = new Map<number, Float64Array[]>()
  #bytes = 0

  /** A column with what it had before; of a power of two if it is to be given back. */
  readonly take: MakeColumn = (length) => {
    let size = SMALLEST
    while (size < length) size *= 2
    const whole = this.#free.get(size)?.pop()
    if (whole !== undefined) this.#bytes -= whole.byteLength
    return (whole ?? new Float64Array(size)).subarray(0, length)
  }

  /** Call it for a column that `take` made, when nothing else refers to it. */
  give(column: Float64Array): void {
    const whole = new Float64Array(column.buffer)
    if (this.#bytes + whole.byteLength > MAX_BYTES) return
    this.#bytes += whole.byteLength
    const free = this.#free.get(whole.length)
    if (free === undefined) this.#free.set(whole.length, [whole])
    else free.push(whole)
  }
}
