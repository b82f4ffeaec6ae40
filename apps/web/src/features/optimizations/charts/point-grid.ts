const CELL = 16

/** Points on a screen by cells, to find the one under the pointer without looking at all 100,000. */
export class PointGrid {
  readonly #x: Float32Array
  readonly #y: Float32Array
  readonly #columns: number
  readonly #rows: number
  /** Where the points of each cell begin in `#order`. */
  readonly #starts: Uint32Array
  readonly #order: Uint32Array

  /** In CSS pixels; points that are not finite are never found. */
  constructor(x: Float32Array, y: Float32Array, width: number, height: number) {
    this.#x = x
    this.#y = y
    this.#columns = Math.max(1, Math.ceil(width / CELL))
    this.#rows = Math.max(1, Math.ceil(height / CELL))
    const starts = new Uint32Array(this.#columns * this.#rows + 1)
    for (let i = 0; i < x.length; i++) {
      const cell = this.#cellOf(x[i] as number, y[i] as number)
      if (cell >= 0) starts[cell + 1] = (starts[cell + 1] as number) + 1
    }
    for (let cell = 1; cell < starts.length; cell++)
      starts[cell] = (starts[cell] as number) + (starts[cell - 1] as number)
    const next = starts.slice()
    const order = new Uint32Array(starts.at(-1) ?? 0)
    for (let i = 0; i < x.length; i++) {
      const cell = this.#cellOf(x[i] as number, y[i] as number)
      if (cell >= 0) order[(next[cell] as number)++] = i
    }
    this.#starts = starts
    this.#order = order
  }

  /** The nearest point less than a cell away, or -1. */
  nearest(x: number, y: number): number {
    let [best, distance] = [-1, CELL]
    const [column, row] = [Math.floor(x / CELL), Math.floor(y / CELL)]
    for (let r = Math.max(0, row - 1); r <= Math.min(this.#rows - 1, row + 1); r++) {
      for (let c = Math.max(0, column - 1); c <= Math.min(this.#columns - 1, column + 1); c++) {
        const cell = r * this.#columns + c
        for (let k = this.#starts[cell] as number; k < (this.#starts[cell + 1] as number); k++) {
          const i = this.#order[k] as number
          const away = Math.hypot((this.#x[i] as number) - x, (this.#y[i] as number) - y)
          if (away < distance) [best, distance] = [i, away]
        }
      }
    }
    return best
  }

  #cellOf(x: number, y: number): number {
    const [column, row] = [Math.floor(x / CELL), Math.floor(y / CELL)]
    const isInside = column >= 0 && column < this.#columns && row >= 0 && row < this.#rows
    return isInside ? row * this.#columns + column : -1
  }
}
