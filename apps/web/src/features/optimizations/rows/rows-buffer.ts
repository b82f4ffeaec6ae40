import type { OptimizationRowArrays } from '@tradeloom/contracts'
import type { Lattice } from '@tradeloom/optimizer'
import type { OptimizationRows } from './optimization-rows.ts'

type Column = Uint8Array | Uint32Array | Int32Array | Float64Array

const FIRST_CAPACITY = 1024

/** Columns that grow while rows arrive. A row that arrives again replaces itself. */
export class RowsBuffer {
  readonly lattice: Lattice
  readonly #places = new Map<number, number>()
  readonly #errors = new Map<number, string>()
  readonly #axes: number
  #columns: OptimizationRowArrays
  #capacity = FIRST_CAPACITY
  #count = 0

  constructor(lattice: Lattice, objectives: number) {
    this.lattice = lattice
    this.#axes = lattice.axes.length
    this.#columns = emptyColumns(FIRST_CAPACITY, this.#axes, objectives)
  }

  get count(): number {
    return this.#count
  }

  append(rows: OptimizationRowArrays, errors: readonly { index: number; message: string }[] = []): void {
    const first = this.#count
    this.#reserve(first + rows.index.length)
    const places = Uint32Array.from(rows.index, (index) => {
      const place = this.#places.get(index) ?? this.#count++
      this.#places.set(index, place)
      return place
    })
    const areNew = this.#count === first + places.length
    for (const [target, source, width] of pairs(this.#columns, rows, this.#axes)) {
      if (areNew) target.set(source, first * width)
      else copyTo(places, target, source, width)
    }
    for (const { index, message } of errors) this.#errors.set(index, message)
  }

  snapshot(): OptimizationRows {
    const places = this.#places
    return {
      ...mapColumns(
        this.#columns,
        this.#axes,
        (column, width) => column.subarray(0, this.#count * width) as typeof column,
      ),
      count: this.#count,
      lattice: this.lattice,
      errors: new Map(this.#errors),
      rowOf: (index) => places.get(index) ?? -1,
    }
  }

  /** Earlier snapshots keep the old columns. */
  #reserve(count: number): void {
    if (count <= this.#capacity) return
    while (this.#capacity < count) this.#capacity *= 2
    const old = this.#columns
    this.#columns = emptyColumns(this.#capacity, this.#axes, old.objectives.length)
    for (const [target, source] of pairs(this.#columns, old, this.#axes)) target.set(source)
  }
}

function copyTo(places: Uint32Array, target: Column, source: Column, width: number): void {
  for (let row = 0; row < places.length; row++) {
    const place = places[row] as number
    for (let k = 0; k < width; k++) target[place * width + k] = source[row * width + k] as number
  }
}

function emptyColumns(capacity: number, axes: number, objectives: number): OptimizationRowArrays {
  const float = (): Float64Array => new Float64Array(capacity)
  return {
    index: new Uint32Array(capacity),
    points: new Uint32Array(capacity * axes),
    status: new Uint8Array(capacity),
    duplicateOf: new Int32Array(capacity),
    positionCount: new Uint32Array(capacity),
    profit: float(),
    profitPercentage: float(),
    maxDrawdown: float(),
    maxDrawdownPercentage: float(),
    objectives: Array.from({ length: objectives }, float),
    violation: float(),
    sharpe: float(),
    days: new Uint32Array(capacity),
  }
}

function mapColumns(
  columns: OptimizationRowArrays,
  axes: number,
  convert: <Type extends Column>(column: Type, width: number) => Type,
): OptimizationRowArrays {
  return {
    index: convert(columns.index, 1),
    points: convert(columns.points, axes),
    status: convert(columns.status, 1),
    duplicateOf: convert(columns.duplicateOf, 1),
    positionCount: convert(columns.positionCount, 1),
    profit: convert(columns.profit, 1),
    profitPercentage: convert(columns.profitPercentage, 1),
    maxDrawdown: convert(columns.maxDrawdown, 1),
    maxDrawdownPercentage: convert(columns.maxDrawdownPercentage, 1),
    objectives: columns.objectives.map((column) => convert(column, 1)),
    violation: convert(columns.violation, 1),
    sharpe: convert(columns.sharpe, 1),
    days: convert(columns.days, 1),
  }
}

function pairs(target: OptimizationRowArrays, source: OptimizationRowArrays, axes: number): [Column, Column, number][] {
  const sources = listOf(source, axes)
  return listOf(target, axes).map(([column, width], k) => [column, sources[k]?.[0] ?? column, width])
}

function listOf(columns: OptimizationRowArrays, axes: number): [Column, number][] {
  const list: [Column, number][] = []
  mapColumns(columns, axes, (column, width) => {
    list.push([column, width])
    return column
  })
  return list
}
