import type { MakeColumn } from './column-pool.ts'
import type { SingleColumns } from './single-columns.ts'

/** A column of whole numbers, each with several choices in its bits. */
export class PackedColumn {
  readonly #packed: Float64Array
  readonly #make: MakeColumn
  readonly #singles: SingleColumns
  /** The bits that are not the same in all rows. */
  readonly #varying: number

  constructor(packed: Float64Array, make: MakeColumn, singles: SingleColumns) {
    this.#packed = packed
    this.#make = make
    this.#singles = singles
    const first = packed[0] ?? 0
    let varying = 0
    for (let row = 1; row < packed.length; row++) varying |= (packed[row] as number) ^ first
    this.#varying = varying
  }

  /** The choice of each row: the bits of a mask, from a bit on. */
  unpack(bit: number, mask: number): Float64Array {
    const packed = this.#packed
    if (((this.#varying >> bit) & mask) === 0) return this.#singles.of(((packed[0] ?? 0) >> bit) & mask)
    const column = this.#make(packed.length)
    for (let row = 0; row < packed.length; row++) column[row] = ((packed[row] as number) >> bit) & mask
    return column
  }
}
