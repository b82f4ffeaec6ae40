import { type MakeColumn, newColumn } from './column-pool.ts'

/** Rows per piece, as a power of two. Pieces above 100 KB would be allocated from the system each time. */
const SHIFT = 8
const PIECE = 1 << SHIFT

/** Pieces of released tables, by width: new memory for every run of a sweep keeps the garbage collector busy. */
const spare = new Map<number, Float64Array[]>()
const MAX_SPARE = 128

/**
 * Rows of numbers, stored in pieces so that growing copies nothing. Finished orders and positions are stored like this
 * and become objects only for the result: thousands of long-lived objects would cost the garbage collector more time
 * than the trades themselves.
 */
export class NumberTable {
  readonly #width: number
  readonly #pieces: Float64Array[] = []
  count = 0

  constructor(width: number) {
    this.#width = width
  }

  /** Adds a row, of which every number must be written, and returns its number. */
  add(): number {
    const row = this.count
    if ((row & (PIECE - 1)) === 0)
      this.#pieces.push(spare.get(this.#width)?.pop() ?? new Float64Array(this.#width * PIECE))
    this.count = row + 1
    return row
  }

  /** The array that contains a row; its first value is at `placeOf`. */
  pieceOf(row: number): Float64Array {
    return this.#pieces[row >> SHIFT] as Float64Array
  }

  /** Empties the table for good: its memory may become that of another. */
  release(): void {
    const kept = spare.get(this.#width) ?? []
    spare.set(this.#width, kept)
    for (const piece of this.#pieces) if (kept.length < MAX_SPARE) kept.push(piece)
    this.#pieces.length = 0
    this.count = 0
  }

  /** All rows, as one column per field. */
  columns(make: MakeColumn = newColumn): Float64Array[] {
    const columns = Array.from({ length: this.#width }, () => make(this.count))
    for (const [place, piece] of this.#pieces.entries()) {
      const first = place * PIECE
      const rows = Math.min(PIECE, this.count - first)
      for (const [field, column] of columns.entries()) copyField(piece, field, column, first, rows)
    }
    return columns
  }

  placeOf(row: number): number {
    return (row & (PIECE - 1)) * this.#width
  }
}

function copyField(piece: Float64Array, field: number, column: Float64Array, first: number, rows: number): void {
  const width = piece.length / PIECE
  for (let row = 0; row < rows; row++) column[first + row] = piece[row * width + field] as number
}
