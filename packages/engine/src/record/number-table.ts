import { type MakeColumn, newColumn } from './column-pool.ts'

/** Rows per piece, as a power of two. Pieces above 100 KB would be allocated from the system each time. */
const SHIFT = 8
const PIECE = 1 << SHIFT

/**
 * From a field of a row to the next one. The values of a field are neighbors, so that whole columns are copied at once; a
 * power of two would place all fields of a row in the same few lines of a processor's cache.
 */
export const FIELD = PIECE + 8

/** Pieces of released tables, by width: new memory for every run of a sweep keeps the garbage collector busy. */
const spare = new Map<number, Float64Array[]>()
const MAX_SPARE = 128

/** Rows of a table that are next to each other in memory. */
export interface Piece {
  /** Field `k` of its row `r` is at `k * FIELD + r`. */
  readonly values: Float64Array
  /** The number of its first row in the table. */
  readonly first: number
  readonly rows: number
}

/**
 * Rows of numbers, stored in pieces so that growing copies nothing. Finished orders and positions are stored like this
 * and become objects only for the result: thousands of long-lived objects would cost the garbage collector more time
 * than the trades themselves.
 */
export class NumberTable {
  readonly #width: number
  readonly #pieces: Float64Array[] = []
  count = 0
  /** Pieces before this one are no longer kept. */
  #first = 0

  constructor(width: number) {
    this.#width = width
  }

  /** Adds a row, of which every number must be written, and returns its number. */
  add(): number {
    const row = this.count
    if ((row & (PIECE - 1)) === 0)
      this.#pieces.push(spare.get(this.#width)?.pop() ?? new Float64Array(this.#width * FIELD))
    this.count = row + 1
    return row
  }

  /** The array that contains a row; its first field is at `placeOf`, the next ones in steps of `FIELD`. */
  pieceOf(row: number): Float64Array {
    return this.#pieces[row >> SHIFT] as Float64Array
  }

  placeOf(row: number): number {
    return row & (PIECE - 1)
  }

  /** Empties the table after `before` rows in all, which were handed out; later rows keep their numbers. */
  forget(before: number): void {
    for (; (this.#first + 1) * PIECE <= before; this.#first += 1) delete this.#pieces[this.#first]
  }

  /** Empties the table for good: its memory may become that of another. */
  release(): void {
    const kept = spare.get(this.#width) ?? []
    spare.set(this.#width, kept)
    for (const piece of this.#pieces) if (kept.length < MAX_SPARE) kept.push(piece)
    this.#pieces.length = 0
    this.count = 0
  }

  /** The values of the field at a place, of all rows. */
  column(place: number, make: MakeColumn = newColumn): Float64Array {
    const column = make(this.count)
    for (const { values, first, rows } of this.pieces()) column.set(values.subarray(place, place + rows), first)
    return column
  }

  /** The value of the field at a place, if it is the same in all rows, or NaN in all; undefined otherwise, and for -0. */
  single(place: number): number | undefined {
    const first = this.#pieces[0]?.[place]
    if (first === undefined || Object.is(first, -0)) return undefined
    for (const { values, rows } of this.pieces()) if (!isEach(values, place, rows, first)) return undefined
    return first
  }

  *pieces(): Generator<Piece, void, undefined> {
    for (const [place, values] of this.#pieces.entries()) {
      const first = place * PIECE
      yield { values, first, rows: Math.min(PIECE, this.count - first) }
    }
  }
}

function isEach(values: Float64Array, place: number, rows: number, wanted: number): boolean {
  if (wanted !== wanted) {
    for (let row = place; row < place + rows; row++) {
      const value = values[row] as number
      if (value === value) return false
    }
    return true
  }
  if (wanted !== 0) {
    for (let row = place; row < place + rows; row++) if (values[row] !== wanted) return false
    return true
  }
  for (let row = place; row < place + rows; row++) {
    const value = values[row] as number
    // 0 and -0 are equal, but not the same.
    if (value !== 0 || Object.is(value, -0)) return false
  }
  return true
}
