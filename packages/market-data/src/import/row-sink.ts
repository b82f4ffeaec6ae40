import type { PriceSource, SeriesInterval } from '../store/series.ts'
import { ImportError } from './import-error.ts'
import type { ErrorKind, Problems } from './problems.ts'

export type RowShape = 'bar' | 'tick'
export type RowSource = PriceSource | 'both'

/** The rows of one file in the order of the file, as columns without names (see `seriesColumns`). */
export interface ParsedFile {
  readonly file: string
  readonly shape: RowShape
  readonly source: RowSource
  /** What the file says of its interval, by name or form; otherwise it is seen from the times. */
  readonly interval: SeriesInterval | null
  readonly rows: number
  readonly columns: readonly Float64Array[]
  /** Line (in JSON: element) of each row, counted from 1. */
  readonly lines: Float64Array
}

/** Market data of these markets lies in between; anything else is a number misread as a time. */
const EARLIEST = Date.UTC(1970, 0, 1)
const LATEST = Date.UTC(2100, 0, 1)
/** No market quotes so much, not even in the smallest currency. */
const HIGHEST_PRICE = 1e12
/** More rows in one file would not fit into memory; a year of ticks of a busy market has 20 million. */
const MOST_ROWS = 60_000_000

/** Checks rows and keeps the good ones. One sink per file. */
export class RowSink {
  readonly file: string
  readonly shape: RowShape
  readonly source: RowSource
  interval: SeriesInterval | null = null
  readonly #problems: Problems
  readonly #width: number
  #columns: Float64Array[]
  #rows = 0
  /** Bad rows whose time is not known: they refuse the months of the good rows around them. */
  readonly #undated: number[] = []
  #bad = 0

  constructor(file: string, shape: RowShape, source: RowSource, problems: Problems) {
    this.file = file
    this.shape = shape
    this.source = source
    this.#problems = problems
    this.#width = shape === 'bar' ? (source === 'both' ? 10 : 6) : 3
    this.#columns = Array.from({ length: this.#width + 1 }, () => new Float64Array(4096))
  }

  get rows(): number {
    return this.#rows
  }

  get bad(): number {
    return this.#bad
  }

  /** Notes a row that cannot be taken; `time` when it is known. */
  reject(kind: ErrorKind, line: number, message: string, time?: number): void {
    this.#bad += 1
    this.#problems.add(kind, this.file, line, message)
    if (time === undefined) this.#undated.push(this.#rows)
    else this.#problems.refuse(time)
  }

  /** A bar of one price. */
  bar(line: number, time: number, open: number, high: number, low: number, close: number, volume: number): void {
    if (!this.#validTime(line, time) || !this.#validBar(line, time, open, high, low, close)) return
    if (!this.#validVolume(line, time, volume)) return
    this.#push(line, [time, open, high, low, close, volume])
  }

  /** A bar of both sides: four bid prices, four ask prices. */
  quoteBar(line: number, time: number, bid: readonly number[], ask: readonly number[], volume: number): void {
    const [bo = Number.NaN, bh = Number.NaN, bl = Number.NaN, bc = Number.NaN] = bid
    const [ao = Number.NaN, ah = Number.NaN, al = Number.NaN, ac = Number.NaN] = ask
    if (!this.#validTime(line, time)) return
    if (!this.#validBar(line, time, bo, bh, bl, bc) || !this.#validBar(line, time, ao, ah, al, ac)) return
    if (!this.#validVolume(line, time, volume)) return
    this.#push(line, [time, bo, bh, bl, bc, ao, ah, al, ac, volume])
  }

  quoteTick(line: number, time: number, bid: number, ask: number): void {
    if (!this.#validTime(line, time)) return
    if (!this.#validPrice(line, time, bid) || !this.#validPrice(line, time, ask)) return
    this.#push(line, [time, bid, ask])
  }

  tradeTick(line: number, time: number, price: number, volume: number): void {
    if (!this.#validTime(line, time)) return
    if (!this.#validPrice(line, time, price) || !this.#validVolume(line, time, volume)) return
    this.#push(line, [time, price, volume])
  }

  /** Ends the file; bad rows without a time now refuse the months around them. */
  finish(): ParsedFile {
    const columns = this.#columns.map((column) => column.subarray(0, this.#rows))
    const time = columns[0] as Float64Array
    for (const row of this.#undated) {
      for (const near of [time[row - 1], time[row]]) if (near !== undefined) this.#problems.refuse(near)
    }
    return {
      file: this.file,
      shape: this.shape,
      source: this.source,
      interval: this.interval,
      rows: this.#rows,
      columns: columns.slice(0, this.#width),
      lines: columns[this.#width] as Float64Array,
    }
  }

  #push(line: number, values: readonly number[]): void {
    if (this.#rows === MOST_ROWS) {
      throw new ImportError(`has more than ${MOST_ROWS} rows; import it in parts`, this.file, line)
    }
    if (this.#rows === this.#columns[0]?.length) {
      this.#columns = this.#columns.map((column) => {
        const larger = new Float64Array(column.length * 2)
        larger.set(column)
        return larger
      })
    }
    for (let index = 0; index < this.#width; index++) {
      ;(this.#columns[index] as Float64Array)[this.#rows] = values[index] as number
    }
    ;(this.#columns[this.#width] as Float64Array)[this.#rows] = line
    this.#rows += 1
  }

  #validTime(line: number, time: number): boolean {
    if (time >= EARLIEST && time < LATEST) return true
    this.reject('badTime', line, 'the time is not between 1970 and 2100')
    return false
  }

  #validPrice(line: number, time: number, price: number): boolean {
    if (price > 0 && price < HIGHEST_PRICE) return true
    if (Number.isNaN(price)) this.reject('badNumber', line, 'a price is not a number', time)
    else this.reject('badPrice', line, `price ${price} is ${price > 0 ? 'too high' : 'not above zero'}`, time)
    return false
  }

  #validBar(line: number, time: number, open: number, high: number, low: number, close: number): boolean {
    for (const price of [open, high, low, close]) if (!this.#validPrice(line, time, price)) return false
    if (high >= low) return true
    this.reject('highBelowLow', line, `high ${high} is below low ${low}`, time)
    return false
  }

  #validVolume(line: number, time: number, volume: number): boolean {
    if (volume >= 0 && volume < Number.POSITIVE_INFINITY) return true
    this.reject('badNumber', line, Number.isNaN(volume) ? 'volume is not a number' : `volume ${volume}`, time)
    return false
  }
}
