/** Rows of one piece, a power of two. Pieces of over 100 KB would come fresh from the system each time. */
const PIECE = 128

/**
 * Rows of numbers, kept in pieces so that nothing is copied when they grow. What a run has done with is kept so, and
 * made into objects for the result only: thousands of objects that live on would cost the garbage collector more time
 * than the trades themselves.
 */
export class NumberTable {
  readonly #width: number
  readonly #pieces: Float64Array[] = []
  count = 0

  constructor(width: number) {
    this.#width = width
  }

  /** Adds a row of zeros and gives its number. */
  add(): number {
    const row = this.count
    if (row % PIECE === 0) this.#pieces.push(new Float64Array(this.#width * PIECE))
    this.count = row + 1
    return row
  }

  /** The array that holds a row; its first value stands at `placeOf`. */
  pieceOf(row: number): Float64Array {
    return this.#pieces[Math.floor(row / PIECE)] as Float64Array
  }

  placeOf(row: number): number {
    return (row % PIECE) * this.#width
  }
}
