import type { OhlcColumns } from '@tradeloom/domain'

/** The bar that an indicator script sees when it runs over columns; only the fields it uses are read. */
export class ColumnBar {
  row = 0
  readonly #bars: OhlcColumns
  #time: Float64Array | null = null
  #open: Float64Array | null = null
  #high: Float64Array | null = null
  #low: Float64Array | null = null
  #close: Float64Array | null = null
  #volume: Float64Array | null = null
  #spread: Float64Array | null = null

  /** Columns are read lazily, because some are created on first use. */
  constructor(bars: OhlcColumns) {
    this.#bars = bars
  }

  get time(): number {
    return (this.#time ??= this.#bars.time)[this.row] as number
  }

  get open(): number {
    return (this.#open ??= this.#bars.open)[this.row] as number
  }

  get high(): number {
    return (this.#high ??= this.#bars.high)[this.row] as number
  }

  get low(): number {
    return (this.#low ??= this.#bars.low)[this.row] as number
  }

  get close(): number {
    return (this.#close ??= this.#bars.close)[this.row] as number
  }

  get volume(): number {
    return (this.#volume ??= this.#bars.volume)[this.row] as number
  }

  get spread(): number {
    return (this.#spread ??= this.#bars.spread)[this.row] as number
  }
}
