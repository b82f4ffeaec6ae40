import type { PriceSource, SeriesInterval } from '../store/series.ts'
import { ImportError } from './import-error.ts'
import type { ErrorKind, Problems } from './problems.ts'
import type { RowBuffers } from './row-buffers.ts'

export type RowShape = 'bar' | 'tick'
export type RowSource = PriceSource | 'both'

/** The rows of one file in file order, as unnamed columns (see `seriesColumns`). */
export interface ParsedFile {
  readonly file: string
  readonly shape: RowShape
  readonly source: RowSource
  /** The interval stated by the file's name or form; null if it must be detected from the times. */
  readonly interval: SeriesInterval | null
  /** The time zone that the file's header states; null if it states none. */
  readonly timezone?: string | null
  readonly rows: number
  readonly columns: readonly Float64Array[]
  /** Line (in JSON: element) of each row, counted from 1. */
  readonly lines: Float64Array
}

/** Plausible times of market data; anything else is a number misread as a time. */
const EARLIEST = Date.UTC(1970, 0, 1)
const LATEST = Date.UTC(2100, 0, 1)
/** Times in a zone that was stated wrongly are at most this early. */
const ZONES = 86_400_000
/** Whether a time can be one of prices at all. */
export function isPlausible(time: number): boolean {
  return time >= EARLIEST && time < LATEST
}

/** No market quotes prices this high, not even in the smallest currency. */
const HIGHEST_PRICE = 1e12

/** Validates rows and keeps the good ones. One sink per file. */
export class ParsedRows {
  readonly file: string
  readonly shape: RowShape
  readonly source: RowSource
  interval: SeriesInterval | null = null
  timezone: string | null = null
  readonly #problems: Problems
  readonly #width: number
  readonly #buffers: RowBuffers
  readonly #maxRows: number
  #columns: Float64Array[]
  #rows = 0
  /** Whether bad rows with unknown times follow the last good row: they refuse the months around them. */
  #isUndated = false
  #bad = 0
  /** When the reading began: no price is known from later. */
  readonly #now = Date.now()

  constructor(
    file: string,
    shape: RowShape,
    source: RowSource,
    { problems, buffers }: { readonly problems: Problems; readonly buffers: RowBuffers },
  ) {
    this.file = file
    this.shape = shape
    this.source = source
    this.#problems = problems
    this.#buffers = buffers
    this.#width = shape === 'bar' ? (source === 'both' ? 10 : 6) : 3
    this.#columns = buffers.begin(this.#width + 1)
    this.#maxRows = buffers.budget.rowsLeft(this.#width + 1)
  }

  get rows(): number {
    return this.#rows
  }

  get bad(): number {
    return this.#bad
  }

  /** Reports a row that cannot be used; `time` if known. */
  reject(kind: ErrorKind, line: number, message: string, time?: number): void {
    this.#bad += 1
    this.#problems.add(kind, this.file, line, message)
    if (time !== undefined) {
      this.#problems.refuse(time)
      return
    }
    const before = this.#columns[0]?.[this.#rows - 1]
    if (before !== undefined) this.#problems.refuse(before)
    this.#isUndated = true
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

  /** Ends the file. */
  finish(): ParsedFile {
    const columns = this.#buffers.finish(this.#columns, this.#rows)
    return {
      file: this.file,
      shape: this.shape,
      source: this.source,
      interval: this.interval,
      timezone: this.timezone,
      rows: this.#rows,
      columns: columns.slice(0, this.#width),
      lines: columns[this.#width] as Float64Array,
    }
  }

  #push(line: number, values: readonly number[]): void {
    if (this.#rows === this.#maxRows) throw this.#buffers.budget.tooManyRows(this.file, line, this.#width + 1)
    if (this.#rows === this.#columns[0]?.length) this.#columns = this.#buffers.grow(this.#columns)
    if (this.#isUndated) this.#problems.refuse(values[0] as number)
    this.#isUndated = false
    for (let index = 0; index < this.#width; index++) {
      ;(this.#columns[index] as Float64Array)[this.#rows] = values[index] as number
    }
    ;(this.#columns[this.#width] as Float64Array)[this.#rows] = line
    this.#rows += 1
  }

  #validTime(line: number, time: number): boolean {
    if (time >= EARLIEST && time < this.#now + ZONES) return true
    if (isPlausible(time)) {
      const when = new Date(time).toISOString().slice(0, 16).replace('T', ' ')
      throw new ImportError(`${when} UTC is in the future: are time zone and order of the date right?`, this.file, line)
    }
    this.reject('badTime', line, 'the time is not between 1970 and 2100')
    return false
  }

  #validPrice(line: number, time: number, price: number): boolean {
    if (price > 0 && price < HIGHEST_PRICE) return true
    if (Number.isNaN(price)) this.reject('badNumber', line, 'a price is not a number', time)
    else this.reject('badPrice', line, `price ${price} is ${price > 0 ? 'too high' : 'not positive'}`, time)
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
