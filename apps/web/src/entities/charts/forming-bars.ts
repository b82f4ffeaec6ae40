import { type BarDays, type BarInterval, barEnd, barStart } from '@tradeloom/domain'
import { type PriceRow, rowTime } from '../../charts/price-chart/price-bars.ts'

const MINUTE = 60_000

/** Makes bars of an interval from minutes as they form: of a minute, the newest row counts. */
export class FormingBars {
  readonly #interval: BarInterval
  readonly #days: BarDays
  /** The finished minutes of the bar before the first one of `#minutes`; null without any. */
  #base: PriceRow | null = null
  /** Minutes of the forming bar, oldest first. */
  #minutes: PriceRow[] = []
  #start: number | null = null

  constructor(interval: BarInterval, days: BarDays = {}) {
    this.#interval = interval
    this.#days = days
  }

  /** The part of the bar of a minute that has to be loaded before the minute is added; null if it is known. */
  missing(minute: number): { readonly start: number; readonly end: number } | null {
    const start = barStart(minute, this.#interval, this.#days)
    const last = this.#minutes.at(-1)
    const isNext = last !== undefined && minute - rowTime(last) <= MINUTE
    return start === minute || isNext ? null : { start, end: minute }
  }

  /** Starts over with what a bar had before a minute. */
  restart(base: PriceRow | null): void {
    this.#base = base
    this.#minutes = []
    this.#start = null
  }

  /** Adds a minute, or what it has become; null for one before the forming bar. */
  add(minute: PriceRow): PriceRow | null {
    const start = barStart(rowTime(minute), this.#interval, this.#days)
    if (this.#start !== null && start < this.#start) return null
    if (this.#start !== null && start > this.#start) this.restart(null)
    this.#start = start
    this.#minutes = [...this.#minutes.filter((row) => rowTime(row) < rowTime(minute)), minute]
    const rows = this.#base === null ? this.#minutes : [this.#base, ...this.#minutes]
    return join(start, rows)
  }

  /** When the bar of a minute ends. */
  endOf(minute: number): number {
    return barEnd(barStart(minute, this.#interval, this.#days), this.#interval, this.#days)
  }
}

function join(time: number, rows: readonly PriceRow[]): PriceRow {
  const column = (index: number): number[] => rows.map((row) => row[index] ?? Number.NaN)
  return [
    time,
    rows[0]?.[1] ?? Number.NaN,
    Math.max(...column(2)),
    Math.min(...column(3)),
    rows.at(-1)?.[4] ?? Number.NaN,
    column(5).reduce((sum, volume) => sum + volume, 0),
  ]
}
