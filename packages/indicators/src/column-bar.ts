import type { OhlcColumns } from '@tradeloom/domain'

/** The bar that an indicator script sees when it goes over columns: it reads of a row only what the script asks for. */
export class ColumnBar {
  row = 0
  readonly #time: Float64Array
  readonly #open: Float64Array
  readonly #high: Float64Array
  readonly #low: Float64Array
  readonly #close: Float64Array
  readonly #volume: Float64Array
  readonly #spread: Float64Array

  constructor(bars: OhlcColumns) {
    this.#time = bars.time
    this.#open = bars.open
    this.#high = bars.high
    this.#low = bars.low
    this.#close = bars.close
    this.#volume = bars.volume
    this.#spread = bars.spread
  }

  get time(): number {
    return this.#time[this.row] as number
  }

  get open(): number {
    return this.#open[this.row] as number
  }

  get high(): number {
    return this.#high[this.row] as number
  }

  get low(): number {
    return this.#low[this.row] as number
  }

  get close(): number {
    return this.#close[this.row] as number
  }

  get volume(): number {
    return this.#volume[this.row] as number
  }

  get spread(): number {
    return this.#spread[this.row] as number
  }
}
